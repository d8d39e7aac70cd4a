#include "host/os/tcp_signals.h"

namespace rocelab::host {

TcpSignals::TcpSignals(Probe& probe, const std::string& scope) : probe_(probe) {
  using Kind = SignalDecl::Kind;
  const auto number = [&](const char* name) { return probe.declare({scope, name, Kind::bits, 32, {}, Unit::cpu}); };
  const auto state = [&](const char* name, const auto& words) {
    return probe.declare({scope, name, Kind::state, 4, {std::begin(words), std::end(words)}, Unit::cpu});
  };
  cwnd_ = number("cwnd");
  in_flight_ = number("in_flight");
  ssthresh_ = number("ssthresh");
  sacked_ = number("sacked");
  lost_ = number("lost");
  resent_ = number("resent");
  recovery_ = state("recovery", tcp::recovery_names);
  timer_ = state("timer", tcp::RetransmitTimer::names);
  rto_ = number("rto_us");
  peer_window_ = number("peer_window");
  state_ = state("state", tcp::state_names);
  offered_ = number("offered_window");
  blocks_ = number("sack_blocks");
}

void TcpSignals::show(const tcp::Connection& connection) {
  if (!probe_.reads(FactKind::change)) return;
  const tcp::Info i = connection.info();
  probe_.change(cwnd_, i.cwnd);
  probe_.change(in_flight_, i.in_flight);
  // Before the first reduction there is none; a number beyond all others would flatten the curve.
  probe_.change(ssthresh_, i.ssthresh < tcp::CongestionWindow::infinite ? i.ssthresh : 0);
  probe_.change(sacked_, i.sacked);
  probe_.change(lost_, i.lost);
  probe_.change(resent_, i.retrans);
  probe_.change(recovery_, static_cast<std::uint64_t>(i.recovery));
  probe_.change(timer_, static_cast<std::uint64_t>(connection.retransmit_timer().kind()));
  probe_.change(rto_, static_cast<std::uint64_t>(i.rto / 1'000'000));
  probe_.change(peer_window_, i.snd_wnd);
  probe_.change(state_, static_cast<std::uint64_t>(i.state));
  probe_.change(offered_, i.rcv_wnd);
  probe_.change(blocks_, i.sack_blocks);
}

}  // namespace rocelab::host
