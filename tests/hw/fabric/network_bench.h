#pragma once
#include <deque>
#include <functional>

#include "bench.h"
#include "hw/fabric/link.h"
#include "hw/fabric/nic_mac.h"
#include "hw/fabric/switch.h"

/// Switches and hosts that hang together by cables, without a simulator: hosts are NIC MACs, host i has MAC address
/// i + 1.
namespace rocelab::fabric {

struct Network : Bench {
  struct Host : FrameSink {
    Host(Network& n, std::size_t i, Rate rate)
        : mac(n.timeline, n.probe, PortId{static_cast<std::uint16_t>(i)}, rate, "lane.h" + std::to_string(i)) {
      mac.attach_ethernet(*this);
      mac.attach_rdma(*this);
    }
    void frame(PacketPtr packet, Ps, Ps) override { received += packet->frame_bytes(), ++frames; }

    NicMac mac;
    std::uint64_t received = 0, frames = 0, sent = 0;
  };

  Host& add_host(Rate rate) { return hosts.emplace_back(*this, hosts.size(), rate); }
  Switch& add_switch(const SwitchConfig& config) { return switches.emplace_back(timeline, probe, pool, config, 7); }

  void plug(Host& host, Switch& sw, std::size_t port, Ps propagation) {
    Link& up = links.emplace_back(timeline, probe, propagation);
    Link& down = links.emplace_back(timeline, probe, propagation);
    host.mac.egress().connect(up);
    up.connect(sw.ingress(port));
    sw.egress(port).connect(down);
    down.connect(host.mac);
  }
  void plug(Switch& a, std::size_t port_a, Switch& b, std::size_t port_b, Ps propagation) {
    Link& there = links.emplace_back(timeline, probe, propagation);
    Link& back = links.emplace_back(timeline, probe, propagation);
    a.egress(port_a).connect(there);
    there.connect(b.ingress(port_b));
    b.egress(port_b).connect(back);
    back.connect(a.ingress(port_a));
  }

  /// An IPv4 frame of this class.
  PacketPtr frame(std::uint32_t length, std::size_t to, std::uint8_t dscp, wire::Ecn ecn = wire::Ecn::not_ect) {
    PacketPtr p = plain(length, to + 1);
    wire::put16(p->data + 12, 0x0800);
    wire::put8(p->data + 14, 0x45);
    wire::put16(p->data + 20, 0);   // no fragment
    wire::put8(p->data + 23, 253);  // no transport of ours
    wire::set_traffic_class(*p, {dscp, ecn});
    p->priority = Priority{static_cast<std::uint8_t>(dscp >> 3)};
    return p;
  }
  /// Keeps the host's port busy with frames that `make` returns, until it returns none.
  void saturate(Host& host, std::uint8_t priority, std::function<PacketPtr()> make) {
    const Priority p{priority};
    auto feed = [&host, make = std::move(make)](Priority which) {
      while (host.mac.egress().has_room(which)) {
        PacketPtr packet = make();
        if (!packet) return;
        host.sent += 1;
        host.mac.egress().send(std::move(packet));
      }
    };
    host.mac.egress().on_room([feed, p](Priority free) {
      if (free == p) feed(p);
    });
    feed(p);
  }

  std::deque<Host> hosts;
  std::deque<Switch> switches;
  std::deque<Link> links;
};

inline std::vector<Rate> rates(std::size_t n, Rate rate) { return std::vector<Rate>(n, rate); }

/// PFC on priority 3 with the map that goes by DSCP.
inline SwitchConfig lossless_switch(const std::string& name, std::vector<Rate> rates) {
  SwitchConfig c;
  c.name = "lane.network." + name;
  c.profile = SwitchProfile::store_and_forward();
  c.rates = std::move(rates);
  c.classes = ClassMap{};
  c.classes->lossless = 1 << 3;
  c.buffer.lossless = 1 << 3;
  c.buffer.xoff = 20'000;
  c.buffer.headroom.assign(c.rates.size(), 40'000);
  c.pause.kind = PauseKind::priority;
  c.pause.address = 0x02ff'0000'0000;
  return c;
}

inline LosslessPort::Config lossless_host(std::size_t i) {
  LosslessPort::Config c;
  c.scope = "lane.h" + std::to_string(i) + ".port0";
  c.priorities = 1 << 3;
  c.pause.kind = PauseKind::priority;
  c.pause.address = i + 1;
  return c;
}

}  // namespace rocelab::fabric
