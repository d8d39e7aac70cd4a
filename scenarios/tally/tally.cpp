#include "scenarios/tally/tally.h"

namespace rocelab::scenarios {

void Tally::on_moment(const Moment& m, Ps) {
  with(m.tag.lane, [&](LaneTally& l) { l.moment(m); });
  // A long run has millions of moments; the story needs the first of each kind per lane and host.
  if (!seen_.emplace(m.kind, m.tag.lane, m.tag.host).second) return;
  const std::string lane = m.tag.lane == no_lane ? "" : roster_[m.tag.lane].name;
  const std::string host = m.tag.host == no_host ? "network" : roster_[m.tag.host].name;
  MomentSeen seen{std::string(m.kind->id), lane, host, m.t, {}};
  for (const auto& [name, value] : m.values) seen.values[std::string(name)] = value;
  moments_.push_back(std::move(seen));
}

}  // namespace rocelab::scenarios
