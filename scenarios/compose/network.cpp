#include "scenarios/compose/network.h"

#include <fmt/format.h>

#include "hw/fabric/faults/catalog.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {

LaneNetwork::LaneNetwork(const LaneSettings& lane, Timeline& timeline, Probe& probe, PacketPool& pool,
                         const std::vector<Plug>& plugs, const fabric::FabricStages& stages, std::uint64_t seed) {
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
  fabric::SwitchConfig config{lane.name + ".network.sw0", profile};
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
  const std::string name = fmt::format("{}_cable{}", lane.name, cables_.size());
  cables_.push_back(std::make_unique<fabric::CableModule>(name.c_str(), timeline, probe, propagation, stages));
  fabric::CableModule& cable = *cables_.back();
  for (fabric::Link* link : {&cable.a_to_b, &cable.b_to_a}) {
    const std::string direction = link == &cable.a_to_b ? ".out" : ".in";
    if (lane.network.corruption > 0) {
      fabric::FaultSpec spec;
      spec.name = name + direction + ".corruption";
      spec.trigger = "bernoulli";
      spec.effect = "damage";
      spec.frames = fabric::Fault::Frames::all;
      spec.numbers["share"] = lane.network.corruption;
      link->add(fabric::make_fault(spec, seed, pool));
    }
    link->hold_faults();
  }
  return cable;
}

void LaneNetwork::start_faults() {
  for (auto& cable : cables_) {
    cable->a_to_b.start_faults();
    cable->b_to_a.start_faults();
  }
  if (switch_) switch_->device.start_loss();
}

}  // namespace rocelab::scenarios
