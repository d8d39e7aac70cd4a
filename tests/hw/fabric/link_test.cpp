#include "hw/fabric/link.h"

#include "bench.h"
#include "hw/fabric/egress_port.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

const Stage path{"rdma.wire", Unit::wire, "wire"};

struct Cable : Bench {
  Cable(Rate rate, Ps propagation, FabricStages stages = {})
      : port(timeline, probe, rate, "p"), link(timeline, probe, propagation, stages), wall(timeline) {
    port.connect(link);
    link.connect(wall);
  }
  EgressPort port;
  Link link;
  Wall wall;
};

}  // namespace

TEST_CASE("a frame arrives at its first bit, whole after propagation and its own time") {
  Cable cable(Rate::gbps(100), 5 * ps_per_metre);
  cable.port.send(cable.plain(1118));
  cable.port.send(cable.plain(1118));
  cable.timeline.run_while_busy();
  const auto& a = cable.wall.arrivals;
  REQUIRE(a.size() == 2);
  CHECK(a[0].first_bit == 8 * 80 + 25'000);
  CHECK(a[0].called_at == a[0].first_bit);
  CHECK(a[0].last_bit == a[0].first_bit + 1122 * 80);
  CHECK(a[1].first_bit == a[0].first_bit + 1142 * 80);
  CHECK(cable.timeline.steps() == 3);  // two arrivals, one port that becomes free
}

TEST_CASE("equal lengths take equal picoseconds on equal lanes, whatever else the lanes do") {
  Cable tcp(Rate::gbps(100), 777), rdma(Rate::gbps(100), 777);
  rdma.timeline.run_until(123'457);
  for (std::uint32_t length : {60u, 61u, 1118u, 4178u, 9000u}) {
    tcp.port.send(tcp.plain(length));
    rdma.port.send(rdma.plain(length));
    rdma.timeline.run_while_busy();
  }
  tcp.timeline.run_while_busy();
  REQUIRE(tcp.wall.arrivals.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const Arrival &a = tcp.wall.arrivals[i], &b = rdma.wall.arrivals[i];
    CHECK(a.last_bit - a.first_bit == b.last_bit - b.first_bit);
  }
}

TEST_CASE("wire and path spans run from first bit out to last bit in, for frames with payload only") {
  Cable cable(Rate::gbps(100), 25'000, {&wire_stage, nullptr, &path});
  PacketPtr data = cable.plain(1118);
  data->tag = {LaneId{1}, HostId{2}, FlowId{3}, MessageId{4}};
  cable.port.send(data);
  PacketPtr ack = cable.plain(60);
  ack->payload = 0;
  cable.port.send(ack);
  cable.timeline.run_while_busy();

  REQUIRE(cable.ear.spans.size() == 2);
  CHECK(cable.ear.spans[0].stage == &wire_stage);
  CHECK(cable.ear.spans[1].stage == &path);
  for (const Span& s : cable.ear.spans) {
    CHECK(s.begin == 640);
    CHECK(s.end == cable.wall.arrivals[0].last_bit);
    CHECK(s.bytes == 1122);
    CHECK(s.tag.lane == LaneId{1});
    CHECK(s.tag.host == no_host);
    CHECK(s.tag.message == MessageId{4});
  }
}
