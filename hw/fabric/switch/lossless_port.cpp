#include "hw/fabric/switch/lossless_port.h"

#include "hw/fabric/counters.h"

namespace rocelab::fabric {

LosslessPort::LosslessPort(Timeline& timeline, Probe& probe, PacketPool& pool, EgressPort& port, PortCounters& counters,
                           const Config& config, Purge purge)
    : timeline_(timeline),
      probe_(probe),
      port_(port),
      counters_(counters),
      priorities_(config.pause.kind == PauseKind::link ? std::uint8_t{0xff} : config.priorities),
      action_(config.watchdog.action),
      tag_(config.tag),
      sender_(timeline, probe, pool, port, config.pause, config.tag),
      receiver_(timeline, port, config.pause),
      watchdog_(timeline, config.watchdog,
                {[this](Priority p) { return !port_.queue(p).empty(); },
                 [this, purge](Priority p) {
                   counters_.count(PortCounters::What::watchdog, p);
                   probe_.moment(moment_storm, tag_, {{"priority", p.value}});
                   if (action_ == Watchdog::Action::drop) purge(p);
                   if (action_ == Watchdog::Action::forward) port_.resume(p);
                 },
                 [this](Priority p) {
                   probe_.moment(moment_storm_over, tag_, {{"priority", p.value}});
                 }}) {
  receiver_.heed(priorities_);
  receiver_.on_change([this](Priority p, Ps until) { loaded(p, until); });
  for (unsigned i = 0; i < 8; ++i) {
    if (!(config.priorities >> i & 1)) continue;
    const std::string p = "p" + std::to_string(i);
    paused_rows_[i] =
        probe.declare({config.scope, p + "_paused", SignalDecl::Kind::state, 1, {"open", "paused"}, Unit::switching});
    xoff_rows_[i] =
        probe.declare({config.scope, p + "_xoff", SignalDecl::Kind::state, 1, {"xon", "XOFF"}, Unit::switching});
  }
}

void LosslessPort::hold(Priority p) {
  if (!sender_.pause(p)) return;
  counters_.count(PortCounters::What::pauses_sent, p);
  show(xoff_rows_, p, true);
  probe_.moment(moment_xoff, tag_, {{"priority", p.value}});
}

void LosslessPort::release(Priority p) {
  if (sender_.resume(p)) show(xoff_rows_, p, false);
}

void LosslessPort::loaded(Priority p, Ps until) {
  const Ps now = timeline_.now();
  if (until > now) counters_.count(PortCounters::What::pauses_received, p);
  show(paused_rows_, p, until > now);
  watchdog_.loaded(p, until);
  // A storm that is overridden: what the peer asks for is not heeded until it has been quiet.
  if (watchdog_.storming(p) && action_ == Watchdog::Action::forward) port_.resume(p);
}

void LosslessPort::show(const Rows& rows, Priority p, bool on) {
  if (probe_.reads(FactKind::change) && rows[p.value]) probe_.change(*rows[p.value], on);
}

}  // namespace rocelab::fabric
