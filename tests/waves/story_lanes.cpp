#include "waves/story_lanes.h"

namespace rocelab::test {
namespace {

constexpr Stage wire_stage{"wire", Unit::wire, "wire"};
constexpr Stage switch_stage{"switch", Unit::switching, "switch"};
constexpr Ps cable = 250'000, switching = 300'000;

}  // namespace

std::array<SignalId, 2> declare_cores(Probe& probe, const std::string& scope) {
  SignalDecl row{scope, "core0", SignalDecl::Kind::state, 4, {"idle"}, Unit::cpu};
  for (const auto book : book_names) row.words.emplace_back(book);
  const SignalId first = probe.declare(row);
  row.name = "core1";
  return {first, probe.declare(row)};
}

void declare_network(Probe& probe, LaneId lane) {
  probe.declare(wire_stage, lane, no_host);
  probe.declare(switch_stage, lane, no_host);
}

Ps travel(Script& script, const Road& road, Ps t, const PacketPtr& packet) {
  const Ps length = 80 * static_cast<Ps>(packet->frame_bytes());
  const Tag tag{packet->tag.lane, no_host, packet->tag.flow, packet->tag.message};
  const Ps in_switch = t + cable, out_of_switch = in_switch + switching;
  if (road.path) script.span(*road.path, tag, t, t + length);
  script.span(wire_stage, tag, t, in_switch + length);
  script.span(switch_stage, tag, in_switch, out_of_switch);
  script.span(wire_stage, tag, out_of_switch, out_of_switch + cable + length);
  script.frame(road.from, road.to, t, 2 * cable + switching, packet);
  return out_of_switch + cable + length;
}

}  // namespace rocelab::test
