#pragma once
#include <deque>
#include <functional>

#include "tlm/packet_pool.h"
#include "tlm/probe.h"
#include "tlm/timeline.h"

namespace rocelab::test {

/// Facts written down in advance and reported when their time comes, as modules would.
class Script {
 public:
  explicit Script(const std::vector<FactSink*>& sinks) {
    for (FactSink* sink : sinks) probe.attach(*sink);
  }

  Timeline timeline;
  Probe probe{timeline};
  PacketPool pool;

  void at(Ps t, std::function<void()> act) {
    acts_.push_back(std::move(act));
    timeline.at(t, [act = &acts_.back()] { (*act)(); });
  }

  /// A span of which the end is known at its begin.
  void span(const Stage& stage, Tag tag, Ps begin, Ps end) {
    at(begin, [=, &stage] { probe.span(stage, tag, begin, end, 4096); });
  }
  /// One of which it is not.
  void opened(const Stage& stage, Tag tag, Ps begin, Ps end) {
    at(begin, [=, &stage] { probe.open(stage, tag); });
    at(end, [=, &stage] { probe.close(stage, tag, begin); });
  }
  void moment(const MomentKind& kind, Tag tag, Ps t, std::vector<std::pair<std::string_view, std::uint64_t>> values) {
    at(t, [=, &kind] { probe.moment(kind, tag, values); });
  }
  void change(SignalId signal, Ps t, std::uint64_t value) {
    at(t, [=] { probe.change(signal, value); });
  }
  /// The core's row and its ledger.
  void works(SignalId row, CoreId core, Book book, Tag tag, Ps begin, Ps end) {
    change(row, begin, 1 + static_cast<std::uint64_t>(book));
    at(end, [=] { probe.core_time({core, book, tag, begin, end}); });
    change(row, end, 0);
  }
  /// Leaves one NIC at `t`, its first bit reaches the other `delay` later; 100 Gb/s, 80 ps an octet.
  void frame(PortId from, PortId to, Ps t, Ps delay, const PacketPtr& packet) {
    const Ps length = 80 * static_cast<Ps>(packet->frame_bytes());
    at(t, [=] { probe.frame(from, true, t, t + length, packet); });
    at(t + delay, [=] { probe.frame(to, false, t + delay, t + delay + length, packet); });
  }

 private:
  std::deque<std::function<void()>> acts_;
};

}  // namespace rocelab::test
