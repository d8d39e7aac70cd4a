#include "hw/rnic/qp_signals.h"

namespace rocelab::rnic {

QpSignals::QpSignals(Probe& probe, const std::string& scope, std::uint32_t index)
    : probe_(probe), on_(probe.reads(FactKind::change)) {
  if (!on_) return;
  const std::string place = scope + ".qp" + std::to_string(index);
  std::vector<std::string> states;
  for (const std::string_view s : rc::qp_state_names) states.emplace_back(s);
  using Kind = SignalDecl::Kind;
  state_.id = probe.declare(SignalDecl{place, "state", Kind::state, 3, states, Unit::nic});
  sq_psn_.id = probe.declare(SignalDecl{place, "sq_psn", Kind::bits, 24, {}, Unit::nic});
  expected_.id = probe.declare(SignalDecl{place, "epsn", Kind::bits, 24, {}, Unit::nic});
  unacked_.id = probe.declare(SignalDecl{place, "unacked", Kind::bits, 24, {}, Unit::nic});
  nak_.id = probe.declare(SignalDecl{place, "nak", Kind::bits, 1, {}, Unit::nic});
  rewind_.id = probe.declare(SignalDecl{place, "rewind", Kind::bits, 1, {}, Unit::nic});
  bitmap_.id = probe.declare(SignalDecl{place, "bitmap", Kind::bits, 64, {}, Unit::nic});
}

}  // namespace rocelab::rnic
