#pragma once
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tlm/roster.h"
#include "waves/perfetto/trace_events.h"

namespace rocelab::waves {

/// Which track shows what: a process for every host and for every lane's network, in it a track for each kind of work.
/// Slices of one track must not overlap, so work that does gets a second track, a third, …
class Tracks {
 public:
  Tracks(const Roster& roster, TraceEvents& events) : roster_(roster), events_(events) {}

  /// The process of a host, or of the network of `lane` (no_lane: shared) where the host is no_host. Named when first
  /// asked for.
  std::uint32_t process(LaneId, HostId);

  /// A track of `name` in this process that is free from `begin` on; it is taken until `end`.
  TrackId track(std::uint32_t process, const std::string& name, Ps begin, Ps end);

 private:
  struct Copy {
    std::uint32_t track;
    Ps busy_until;
  };

  const Roster& roster_;
  TraceEvents& events_;
  std::map<std::uint32_t, std::uint32_t> processes_;  // number of tracks made so far
  std::map<std::pair<std::uint32_t, std::string>, std::vector<Copy>> tracks_;
};

}  // namespace rocelab::waves
