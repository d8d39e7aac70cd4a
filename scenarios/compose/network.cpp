#include "scenarios/compose/network.h"

#include <fmt/format.h>

#include "hw/fabric/counters.h"
#include "hw/fabric/faults/catalog.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {

LaneNetwork::LaneNetwork(const LaneSettings& lane, Timeline& timeline, Probe& probe, PacketPool& pool,
                         const std::vector<Plug>& plugs, const fabric::FabricStages& stages, std::uint64_t seed)
    : timeline_(timeline), probe_(probe) {
  for (const FaultSettings& fault : lane.network.faults) {
    if (!fault.takes_link_down()) continue;
    const auto& numbers = fault.spec.numbers;
    downs_.emplace_back(static_cast<Ps>(numbers.at("from")), static_cast<Ps>(numbers.at("length")));
  }
  const Ps one_way = lane.network.rtt / 2;
  if (!lane.network.has_switch) {
    auto& cable = add_cable(lane, timeline, probe, pool, stages, one_way, seed);
    bind(plugs.at(0).mac->port, cable.a);
    bind(plugs.at(1).mac->port, cable.b);
    return;
  }

  const auto profile =
      lane.network.cut_through ? fabric::SwitchProfile::cut_through() : fabric::SwitchProfile::store_and_forward();
  if (one_way < profile.latency) {
    throw InputError(
        fmt::format("network.rtt: {} ns is not allowed with a switch on the way; allowed is {} ns (twice "
                    "its latency) or more",
                    static_cast<double>(lane.network.rtt) / 1e3, static_cast<double>(2 * profile.latency) / 1e3));
  }
  fabric::SwitchConfig config;
  config.name = lane.name + ".network.sw0";
  config.profile = profile;
  config.rates.assign(plugs.size(), lane.network.rate);
  config.loss = lane.network.loss;
  config.loss_spares_nak_resend = lane.network.loss_spares_nak_resend;
  config.stages = stages;
  switch_ = std::make_unique<fabric::SwitchModule>((lane.name + "_sw0").c_str(), timeline, probe, config, seed);
  switch_->device.hold_loss();
  for (std::size_t i = 0; i < plugs.size(); ++i) {
    auto& cable = add_cable(lane, timeline, probe, pool, stages, (one_way - profile.latency) / 2, seed);
    bind(plugs[i].mac->port, cable.a);
    bind(switch_->ports[i], cable.b);
    switch_->device.attach(i, plugs[i].address);
  }
}

fabric::CableModule& LaneNetwork::add_cable(const LaneSettings& lane, Timeline& timeline, Probe& probe,
                                            PacketPool& pool, const fabric::FabricStages& stages, Ps propagation,
                                            std::uint64_t seed) {
  const bool at_local = cables_.empty();
  const std::string name = fmt::format("{}_cable{}", lane.name, cables_.size());
  cables_.push_back(std::make_unique<fabric::CableModule>(name.c_str(), timeline, probe, propagation, stages));
  fabric::CableModule& cable = *cables_.back();
  for (fabric::Link* link : {&cable.a_to_b, &cable.b_to_a}) {
    const bool outward = link == &cable.a_to_b;
    const Stretch stretch{*link, name + (outward ? ".out" : ".in"), at_local, outward == at_local};
    add_shares(stretch, lane, pool, seed);
    add_faults(stretch, lane, pool, seed);
    link->hold_faults();
  }
  return cable;
}

/// What network.loss and network.corruption stand for. Loss strikes in the switch, where there is one.
void LaneNetwork::add_shares(const Stretch& stretch, const LaneSettings& lane, PacketPool& pool, std::uint64_t seed) {
  const auto add = [&](const char* what, const char* effect, fabric::Frames frames, double share) {
    if (share == 0) return;
    fabric::FaultSpec spec{stretch.name + what, "bernoulli", effect, frames, {{"share", share}}};
    spec.spares_nak_resend = frames == fabric::Frames::data && lane.network.loss_spares_nak_resend;
    stretch.link.add(fabric::make_fault(spec, seed, pool));
  };
  const bool lossy = !lane.network.has_switch && !lane.network.lossless;
  add(".loss", "drop", fabric::Frames::data, lossy ? lane.network.loss : 0);
  add(".corruption", "damage", fabric::Frames::all, lane.network.corruption);
}

void LaneNetwork::add_faults(const Stretch& stretch, const LaneSettings& lane, PacketPool& pool, std::uint64_t seed) {
  const auto heading = stretch.to_peer ? fabric::Heading::out : fabric::Heading::back;
  bool counts = false;
  for (const FaultSettings& fault : lane.network.faults) counts |= fault.spec.relative;
  if (counts) stretch.link.add(fabric::watch_starts(starts_, heading));
  for (const FaultSettings& fault : lane.network.faults) {
    const bool single = !lane.network.has_switch;
    const bool here = fault.acts_on(stretch.at_local, stretch.to_peer);
    if (!here && !(single && fault.acts_on(!stretch.at_local, stretch.to_peer))) continue;
    fabric::FaultSpec spec = fault.spec;
    spec.name = stretch.name + ".faults." + spec.name;
    stretch.link.add(fabric::make_fault(spec, seed, pool, {heading, &starts_}));
  }
}

void LaneNetwork::start_faults(LaneId lane) {
  Tag tag;
  tag.lane = lane;
  for (const auto& [from, length] : downs_) {
    timeline_.at(timeline_.now() + from, [this, tag] { probe_.moment(fabric::moment_link_down, tag); });
    timeline_.at(timeline_.now() + from + length, [this, tag] { probe_.moment(fabric::moment_link_up, tag); });
  }
  for (auto& cable : cables_) {
    cable->a_to_b.start_faults();
    cable->b_to_a.start_faults();
  }
  if (switch_) switch_->device.start_loss();
}

}  // namespace rocelab::scenarios
