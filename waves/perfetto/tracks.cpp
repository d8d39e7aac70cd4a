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

TrackId Tracks::track(std::uint32_t process, const std::string& name, Ps begin, Ps end) {
  auto& copies = tracks_[{process, name}];
  for (Copy& copy : copies) {
    if (copy.busy_until > begin) continue;
    copy.busy_until = end;
    return {process, copy.track};
  }
  copies.push_back({++processes_[process], end});
  const TrackId made{process, copies.back().track};
  events_.name_track(made, copies.size() == 1 ? name : name + " (" + std::to_string(copies.size()) + ")");
  return made;
}

}  // namespace rocelab::waves
