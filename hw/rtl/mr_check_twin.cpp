#include "hw/rtl/mr_check_twin.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab::rtl {

using protection::Fault;

namespace {

const std::vector<std::string> verdicts{"granted", "unknown_key", "wrong_domain", "no_access", "out_of_bounds"};

}  // namespace

/// The model, the edges it has had, and its rows.
struct MrCheckTwin::Circuit {
  Circuit(const Timeline& timeline, Probe& probe, Clock clock, const std::string& scope)
      : timeline(timeline), probe(probe), clock(clock), shown(probe.reads(FactKind::change)) {
    if (!shown) return;
    using Kind = SignalDecl::Kind;
    const auto row = [&](const char* name, Kind kind, unsigned width, std::vector<std::string> words = {}) {
      return probe.declare(SignalDecl{scope, name, kind, width, std::move(words), Unit::nic});
    };
    key = row("key_i", Kind::bits, 32);
    asked = row("asked_q", Kind::bits, 1);
    rights = row("rights_q", Kind::state, 3, verdicts);
    before = row("before_q", Kind::bits, 1);
    offset = row("offset_q", Kind::bits, 64);
    valid = row("valid_o", Kind::bits, 1);
    fault = row("fault_o", Kind::state, 3, verdicts);
  }

  void tick(const protection::Request* request, const protection::Region* region) {
    // It stands at the inputs for the cycle before the edge that takes it.
    if (request && shown) probe.change(key, request->key.value, clock.edge(edge - 1));
    model.clock(request, region);
    if (shown) show(clock.edge(edge));
    ++edge;
  }

  void show(Ps t) {
    const MrCheckModel::Registers r = model.registers();
    probe.change(asked, r.asked, t);
    if (r.asked) {
      probe.change(rights, static_cast<std::uint64_t>(r.rights), t);
      probe.change(before, r.before, t);
      probe.change(offset, r.offset, t);
    }
    probe.change(valid, r.valid, t);
    if (r.valid) probe.change(fault, static_cast<std::uint64_t>(r.fault), t);
  }

  const Timeline& timeline;
  Probe& probe;
  Clock clock;
  bool shown;
  MrCheckModel model;
  std::uint64_t edge = 1;  // number of the next one that it may have
  SignalId key{}, asked{}, rights{}, before{}, offset{}, valid{}, fault{};
};

MrCheckTwin::MrCheckTwin(const Timeline& timeline, Probe& probe, Clock clock, const std::string& scope)
    : circuit_(std::make_unique<Circuit>(timeline, probe, clock, scope)) {}

MrCheckTwin::~MrCheckTwin() = default;

Fault MrCheckTwin::operator()(const protection::Request& request, const protection::Region& region) const {
  Circuit& c = *circuit_;
  c.edge = std::max(c.edge, c.clock.index_at_or_after(c.timeline.now()) + 1);
  c.tick(&request, &region);
  for (unsigned cycle = 1; cycle < MrCheckModel::latency; ++cycle) c.tick(nullptr, nullptr);
  const MrCheckModel::Registers r = c.model.registers();
  if (!r.valid) throw std::logic_error("mr_check.sv: no verdict after its latency");
  c.tick(nullptr, nullptr);  // so that valid_o falls again
  return r.fault;
}

}  // namespace rocelab::rtl
