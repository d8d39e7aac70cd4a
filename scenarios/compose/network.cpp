#include "scenarios/compose/network.h"

#include <fmt/format.h>

#include "hw/fabric/counters.h"
#include "hw/fabric/faults/catalog.h"
#include "hw/fabric/pfc/headroom.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {
namespace {

/// Switches and generators have addresses of their own, apart from the hosts'.
constexpr wire::MacAddress first_switch_mac = 0x0200'00ff'0000;
constexpr wire::MacAddress first_source_mac = 0x0200'00fe'0000;
constexpr wire::Ipv4Address first_source_ip = 0x0afe'0001;

/// What is set apart must leave something to share.
void check_buffer(const fabric::SwitchConfig& config) {
  try {
    fabric::SharedBuffer(config.buffer, config.rates.size());
  } catch (const std::invalid_argument&) {
    throw InputError(fmt::format(
        "network.switch.buffer: {} B is not allowed for {} ports; network.switch.reserved and the headroom of each "
        "leave nothing to share",
        config.buffer.total, config.rates.size()));
  }
}

fabric::SwitchProfile profile_of(const LaneSettings& lane) {
  return lane.network.cut_through ? fabric::SwitchProfile::cut_through() : fabric::SwitchProfile::store_and_forward();
}

}  // namespace

LaneNetwork::LaneNetwork(const LaneSettings& lane, const Surroundings& env, const std::vector<Plug>& plugs,
                         const fabric::FabricStages& stages)
    : lane_(lane), env_(env), plugs_(plugs), stages_(stages) {
  for (const FaultSettings& fault : lane.network.faults) {
    if (!fault.takes_link_down()) continue;
    const auto& numbers = fault.spec.numbers;
    downs_.emplace_back(static_cast<Ps>(numbers.at("from")), static_cast<Ps>(numbers.at("length")));
  }
  for (std::size_t i = 0; i < plugs_.size(); ++i) equip_host(plugs_[i], i);
  if (lane.network.has_switch) {
    build_switches();
  } else {
    build_cable();
  }
}

void LaneNetwork::build_cable() {
  propagation_ = lane_.network.rtt / 2;
  auto& cable = add_cable(host_name(0));
  bind(plugs_.at(0).mac->port, cable.a);
  bind(plugs_.at(1).mac->port, cable.b);
}

void LaneNetwork::build_switches() {
  plan_ = plan_topology(lane_.fabric, lane_.network.rate);
  const auto passed = static_cast<Ps>(plan_.hops(0, 1));
  const Ps inside = passed * profile_of(lane_).latency;
  const Ps one_way = lane_.network.rtt / 2;
  if (one_way < inside) {
    throw InputError(fmt::format(
        "network.rtt: {} ns is not allowed with {} on the way; allowed is {} ns (twice {} latency) or more",
        static_cast<double>(lane_.network.rtt) / 1e3, passed == 1 ? "a switch" : std::to_string(passed) + " switches",
        static_cast<double>(2 * inside) / 1e3, passed == 1 ? "its" : "their"));
  }
  propagation_ = (one_way - inside) / (passed + 1);
  for (std::size_t i = 0; i < plan_.switches.size(); ++i) {
    const std::string name = fmt::format("{}_sw{}", lane_.name, i);
    const fabric::SwitchConfig config = switch_config(i);
    check_buffer(config);
    switches_.push_back(
        std::make_unique<fabric::SwitchModule>(name.c_str(), env_.timeline, env_.probe, env_.pool, config, env_.seed));
    switches_.back()->device.hold_loss();
  }
  using To = TopologyPlan::Port::To;
  std::vector<fabric::DeadlockDetector::Trunk> trunks;
  for (std::size_t s = 0; s < switches_.size(); ++s) {
    for (std::size_t host = 0; host < plugs_.size(); ++host) {
      for (const std::size_t port : plan_.routes[s][host]) switches_[s]->device.attach(port, plugs_[host].address);
    }
  }
  for (std::size_t host = 0; host < plugs_.size(); ++host) {
    const std::size_t s = lane_.fabric.place[host];
    auto& cable = add_cable(host_name(host));
    bind(plugs_[host].mac->port, cable.a);
    bind(switches_[s]->ports[plan_.routes[s][host].front()], cable.b);
  }
  for (std::size_t s = 0; s < switches_.size(); ++s) {
    for (std::size_t port = 0; port < plan_.switches[s].size(); ++port) {
      const TopologyPlan::Port& p = plan_.switches[s][port];
      if (p.to == To::cross) build_cross(p.index, switches_[s]->ports[port]);
      if (p.to != To::trunk) continue;
      trunks.push_back({&switches_[s]->device, port, &switches_[p.index]->device, p.port});
      if (p.index < s || (p.index == s && p.port < port)) continue;  // its other end has laid it
      auto& cable = add_cable(trunk_name(s, p.index));
      bind(switches_[s]->ports[port], cable.a);
      bind(switches_[p.index]->ports[p.port], cable.b);
    }
  }
  if (lane_.fabric.pauses() && !trunks.empty()) {
    deadlocks_.emplace(std::move(trunks), lane_.fabric.lossless_class);
  }
}

fabric::SwitchConfig LaneNetwork::switch_config(std::size_t index) const {
  const FabricSettings& f = lane_.fabric;
  fabric::SwitchConfig c;
  c.name = fmt::format("{}.network.sw{}", lane_.name, index);
  c.profile = profile_of(lane_);
  for (const TopologyPlan::Port& p : plan_.switches[index]) c.rates.push_back(p.rate);
  c.buffer = f.buffer;
  if (f.pauses()) {
    for (const Rate rate : c.rates) c.buffer.headroom.push_back(f.headroom.value_or(headroom_of(rate)));
  }
  c.pause = f.pause;
  c.pause.address = first_switch_mac + index;
  c.red = f.red;
  // Where PFC or ECN make classes of traffic, the switch sorts by DSCP; else everything is as its sender says.
  if (f.pauses() || f.red) {
    c.classes.emplace();
    c.classes->lossless = c.buffer.lossless;
    c.marks = 0xff;  // RFC 3168, 5: a packet that says ECT may be marked, in whichever queue it stands
  }
  c.mark_at = f.mark_at;
  c.weights = f.weights;
  c.watchdog = f.watchdog;
  c.loss = lane_.network.loss;
  c.loss_spares_nak_resend = lane_.network.loss_spares_nak_resend;
  c.stages = stages_;
  c.tag.lane = env_.lane;
  return c;
}

std::uint64_t LaneNetwork::headroom_of(Rate rate) const {
  fabric::HeadroomTerms t;
  t.rate = rate;
  t.cable = propagation_;
  const std::uint32_t roce = lane_.network.mtu + 78 + 4;  // headers and ICRC of the longest packet, and FCS
  t.receiver_frame = t.sender_frame = std::max<std::uint32_t>(roce, lane_.tcp.mtu + 18);
  t.response_bits = lane_.fabric.pause.response_quanta * fabric::quantum_bits;
  return fabric::headroom(t);
}

void LaneNetwork::equip_host(const Plug& plug, std::size_t index) {
  const FabricSettings& f = lane_.fabric;
  if (f.pauses()) plug.mac->mac.set_lossless(env_.pool, lossless_host(plug, index));
  if (f.slow_host != index) return;
  fabric::RxBuffer::Settings slow;
  slow.drain = f.slow_rate;
  slow.octets = f.slow_buffer;
  slow.xoff = f.slow_buffer / 2;
  slow.xon = f.slow_buffer / 4;
  slow.lossless = f.buffer.lossless;
  slow.host = plug.host;
  plug.mac->mac.set_rx_buffer(slow);
}

fabric::LosslessPort::Config LaneNetwork::lossless_host(const Plug& plug, std::size_t index) const {
  fabric::LosslessPort::Config c;
  c.scope = fmt::format("{}.{}.port0", lane_.name, host_name(index));
  c.priorities = lane_.fabric.buffer.lossless;
  c.pause = lane_.fabric.pause;
  c.pause.address = plug.address;
  c.tag.lane = env_.lane;
  return c;
}

void LaneNetwork::build_cross(std::size_t index, EthernetPort& port) {
  const CrossSettings& x = lane_.fabric.cross[index];
  fabric::TrafficSource::Config c;
  c.scope = fmt::format("{}.network.cross_{}", lane_.name, x.name);
  c.rate = x.rate;
  c.frame = x.frame;
  c.burst = x.burst;
  c.gap = x.gap;
  c.source = first_source_mac + index;
  c.destination = plugs_[x.to].address;
  c.source_ip = first_source_ip + static_cast<std::uint32_t>(index);
  c.destination_ip = plugs_[x.to].ip.is_ipv4() ? plugs_[x.to].ip.ipv4() : 0;
  c.dscp = x.dscp;
  c.tag.lane = env_.lane;
  c.tag.flow = FlowId{fabric::first_cross_flow + static_cast<std::uint32_t>(index)};
  const std::string name = fmt::format("{}_cross{}", lane_.name, index);
  sources_.push_back(
      std::make_unique<fabric::TrafficSourceModule>(name.c_str(), env_.timeline, env_.probe, env_.pool, c, env_.seed));
  if (lane_.fabric.pauses()) sources_.back()->source.heed(lane_.fabric.pause);
  auto& cable = add_cable(cross_name(x.name));
  bind(sources_.back()->port, cable.a);
  bind(port, cable.b);
}

fabric::CableModule& LaneNetwork::add_cable(const std::string& called) {
  const std::string name = fmt::format("{}_cable{}", lane_.name, cables_.size());
  cables_.push_back(
      std::make_unique<fabric::CableModule>(name.c_str(), env_.timeline, env_.probe, propagation_, stages_));
  fabric::CableModule& cable = *cables_.back();
  for (fabric::Link* link : {&cable.a_to_b, &cable.b_to_a}) {
    const bool outward = link == &cable.a_to_b;
    const Stretch stretch{*link, name + (outward ? ".out" : ".in"), called, outward};
    add_shares(stretch);
    add_faults(stretch);
    link->hold_faults();
  }
  return cable;
}

/// What network.loss and network.corruption stand for. Loss strikes in the switch, where there is one.
void LaneNetwork::add_shares(const Stretch& stretch) {
  const auto add = [&](const char* what, const char* effect, fabric::Frames frames, double share) {
    if (share == 0) return;
    fabric::FaultSpec spec{stretch.name + what, "bernoulli", effect, frames, {{"share", share}}};
    spec.spares_nak_resend = frames == fabric::Frames::data && lane_.network.loss_spares_nak_resend;
    stretch.link.add(fabric::make_fault(spec, env_.seed, env_.pool));
  };
  const bool lossy = !lane_.network.has_switch && !lane_.network.lossless;
  add(".loss", "drop", fabric::Frames::data, lossy ? lane_.network.loss : 0);
  add(".corruption", "damage", fabric::Frames::all, lane_.network.corruption);
}

bool LaneNetwork::strikes(const FaultSettings& fault, const Stretch& stretch) const {
  if (!stretch.on_road()) return fault.acts_on(stretch.cable, stretch.forward);
  const bool single = !lane_.network.has_switch;
  return fault.acts_on(stretch.at_local(), stretch.to_peer()) ||
         (single && fault.acts_on(!stretch.at_local(), stretch.to_peer()));
}

void LaneNetwork::add_faults(const Stretch& stretch) {
  const bool out = stretch.on_road() ? stretch.to_peer() : stretch.forward;
  const auto heading = out ? fabric::Heading::out : fabric::Heading::back;
  bool counts = false;
  for (const FaultSettings& fault : lane_.network.faults) {
    counts |= fault.spec.relative && (stretch.on_road() || fault.cable == stretch.cable);
  }
  if (counts) stretch.link.add(fabric::watch_starts(starts_, heading));
  for (const FaultSettings& fault : lane_.network.faults) {
    if (!strikes(fault, stretch)) continue;
    fabric::FaultSpec spec = fault.spec;
    spec.name = stretch.name + ".faults." + spec.name;
    stretch.link.add(fabric::make_fault(spec, env_.seed, env_.pool, {heading, &starts_}));
  }
}

void LaneNetwork::start_faults() {
  Tag tag;
  tag.lane = env_.lane;
  const Ps now = env_.timeline.now();
  for (const auto& [from, length] : downs_) {
    env_.timeline.at(now + from, [this, tag] { env_.probe.moment(fabric::moment_link_down, tag); });
    env_.timeline.at(now + from + length, [this, tag] { env_.probe.moment(fabric::moment_link_up, tag); });
  }
  for (auto& cable : cables_) {
    cable->a_to_b.start_faults();
    cable->b_to_a.start_faults();
  }
  for (auto& sw : switches_) sw->device.start_loss();
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const CrossSettings& x = lane_.fabric.cross[i];
    env_.timeline.at(now + x.from, [this, i, end = now + x.from + x.length] { sources_[i]->source.start(end); });
  }
  if (const auto sick = lane_.fabric.sick_host) {
    fabric::NicMac& mac = plugs_[*sick].mac->mac;
    const Priority p = lane_.fabric.lossless_class;
    env_.timeline.at(now + lane_.fabric.storm_from, [&mac, p] { mac.hold_peer(p); });
    env_.timeline.at(now + lane_.fabric.storm_from + lane_.fabric.storm_length, [&mac, p] { mac.release_peer(p); });
  }
  if (deadlocks_) look_for_deadlock();
}

/// Every so often, as a watchdog in a management plane would, until one is found.
void LaneNetwork::look_for_deadlock() {
  constexpr Ps every = 20'000'000;
  const auto cycle = deadlocks_->cycle();
  if (!cycle.empty()) {
    Tag tag;
    tag.lane = env_.lane;
    env_.probe.count(fabric::deadlocks, tag);
    std::vector<std::pair<std::string_view, std::uint64_t>> values{{"trunks", cycle.size()}};
    static constexpr std::string_view names[]{"first", "second", "third", "s3", "s4", "s5", "s6", "s7"};
    for (std::size_t i = 0; i < std::min(cycle.size(), std::size(names)); ++i) {
      for (std::size_t s = 0; s < switches_.size(); ++s) {
        if (&switches_[s]->device == cycle[i]->from) values.emplace_back(names[i], s);
      }
    }
    env_.probe.moment(fabric::moment_deadlock, tag, std::move(values));
    return;
  }
  if (env_.running()) env_.timeline.after(every, [this] { look_for_deadlock(); });
}

}  // namespace rocelab::scenarios
