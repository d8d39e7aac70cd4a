#include "bench.h"
#include "hw/fabric/systemc/cable_module.h"
#include "hw/fabric/systemc/nic_mac_module.h"
#include "hw/fabric/systemc/switch_module.h"
#include "support/catch.h"
#include "tlm/systemc/clockwork.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

/// Frames from NIC to NIC over plain objects: when the last bits arrive.
std::vector<Ps> plain_run(const SwitchConfig& config, int frames) {
  Bench bench;
  NicMac left(bench.timeline, bench.probe, PortId{0}, config.rates[0], "left");
  NicMac right(bench.timeline, bench.probe, PortId{1}, config.rates[1], "right");
  Link up(bench.timeline, bench.probe, 10'000), down(bench.timeline, bench.probe, 10'000);
  Switch device(bench.timeline, bench.probe, bench.pool, config, 1);
  Wall wall(bench.timeline);
  left.egress().connect(up);
  up.connect(device.ingress(0));
  device.egress(1).connect(down);
  down.connect(right);
  right.attach_ethernet(wall);
  device.attach(1, 2);
  for (int i = 0; i < frames; ++i) left.egress().send(bench.plain(1118, 2));
  bench.timeline.run_while_busy();
  std::vector<Ps> times;
  for (const Arrival& a : wall.arrivals) times.push_back(a.last_bit);
  return times;
}

SwitchConfig three_ports() {
  SwitchConfig config;
  config.name = "sw0";
  config.rates = {Rate::gbps(100), Rate::gbps(40), Rate::gbps(25)};
  return config;
}

}  // namespace

TEST_CASE("NIC, cable and switch bound socket to socket behave as the plain objects do") {
  PacketPool pool;
  Clockwork clockwork("clockwork");
  Probe probe(clockwork);
  NicMacModule left("left", clockwork, probe, PortId{0}, Rate::gbps(100), "left");
  NicMacModule right("right", clockwork, probe, PortId{1}, Rate::gbps(40), "right");
  CableModule left_cable("left_cable", clockwork, probe, 10'000), right_cable("right_cable", clockwork, probe, 10'000);
  SwitchModule sw("sw0", clockwork, probe, pool, three_ports(), 1);
  EthernetStub unused("unused");
  bind(left.port, left_cable.a);
  bind(left_cable.b, sw.ports[0]);
  bind(sw.ports[1], right_cable.a);
  bind(right_cable.b, right.port);
  bind(sw.ports[2], unused.port);
  sw.device.attach(1, 2);
  Wall wall(clockwork);
  right.mac.attach_ethernet(wall);

  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (int i = 0; i < 10; ++i) {
    PacketPtr p = pool.make(1118);
    p->length = p->payload = 1118;
    std::memset(p->data, 0, p->length);
    p->data[5] = 2;
    left.mac.egress().send(std::move(p));
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));

  std::vector<Ps> times;
  for (const Arrival& a : wall.arrivals) {
    times.push_back(a.last_bit);
    CHECK(a.called_at <= a.first_bit);  // a NIC hears of a frame ahead
  }
  CHECK(times == plain_run(three_ports(), 10));
  CHECK(times.size() == 10);
  CHECK(unused.arrivals().empty());
  wall.arrivals.clear();
  CHECK(pool.alive() == 0);
}
