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

  /// The tracks of one name in a process.
  class Group;
  /// The same object whenever it is asked for; it stays.
  Group& group(std::uint32_t process, const std::string& name);

  /// A track of this group that is free from `begin` on; it is taken until `end`.
  TrackId track(Group&, Ps begin, Ps end);

  class Group {
    friend class Tracks;
    struct Copy {
      std::uint32_t track;
      Ps busy_until;
    };
    std::uint32_t process = 0;
    std::string name;
    std::vector<Copy> copies;
  };

 private:
  const Roster& roster_;
  TraceEvents& events_;
  std::map<std::uint32_t, std::uint32_t> processes_;  // number of tracks made so far
  std::map<std::pair<std::uint32_t, std::string>, Group> groups_;
};

}  // namespace rocelab::waves
