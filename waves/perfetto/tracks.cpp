#include "waves/perfetto/tracks.h"

namespace rocelab::waves {
namespace {
/// Hosts stand above networks.
constexpr std::uint32_t first_host = 1;
constexpr std::uint32_t first_network = 100'001;
}  // namespace

std::uint32_t Tracks::process(LaneId lane, HostId host) {
  const std::uint32_t id = host == no_host ? first_network + lane.value : first_host + host.value;
  if (!processes_.emplace(id, 0).second) return id;
  const LaneId owner = host == no_host ? lane : roster_[host].lane;
  const std::string prefix = owner == no_lane ? "shared" : roster_[owner].name;
  events_.name_process(id, prefix + " " + (host == no_host ? "network" : roster_[host].name));
  return id;
}

Tracks::Group& Tracks::group(std::uint32_t process, const std::string& name) {
  Group& group = groups_[{process, name}];
  group.process = process;
  group.name = name;
  return group;
}

TrackId Tracks::track(Group& group, Ps begin, Ps end) {
  for (Group::Copy& copy : group.copies) {
    if (copy.busy_until > begin) continue;
    copy.busy_until = end;
    return {group.process, copy.track};
  }
  group.copies.push_back({++processes_[group.process], end});
  const TrackId made{group.process, group.copies.back().track};
  const std::size_t n = group.copies.size();
  events_.name_track(made, n == 1 ? group.name : group.name + " (" + std::to_string(n) + ")");
  return made;
}

}  // namespace rocelab::waves
