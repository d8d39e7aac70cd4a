#include "hw/fabric/nic_mac.h"

#include "bench.h"
#include "hw/fabric/link.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;

namespace {

struct Pair : Bench {
  Pair()
      : left(timeline, probe, PortId{1}, Rate::gbps(100), "left"),
        right(timeline, probe, PortId{2}, Rate::gbps(100), "right"),
        cable(timeline, probe, 25'000),
        rdma(timeline),
        ethernet(timeline) {
    left.egress().connect(cable);
    cable.connect(right);
  }
  NicMac left, right;
  Link cable;
  Wall rdma, ethernet;
};

}  // namespace

TEST_CASE("both NIC ports report a frame with its bits' times, their difference is the way between") {
  Pair pair;
  pair.right.attach_ethernet(pair.ethernet);
  pair.left.egress().send(pair.plain(1118));
  pair.timeline.run_while_busy();

  REQUIRE(pair.ear.frames.size() == 2);
  const FrameSeen &sent = pair.ear.frames[0], &received = pair.ear.frames[1];
  CHECK(sent.sent);
  CHECK(sent.port == PortId{1});
  CHECK(sent.first_bit == 640);
  CHECK(sent.last_bit == 640 + 1122 * 80);
  CHECK_FALSE(received.sent);
  CHECK(received.port == PortId{2});
  CHECK(received.last_bit - sent.first_bit == 25'000 + 1122 * 80);
  CHECK(received.packet.get() == sent.packet.get());
}

TEST_CASE("RoCE goes to the RDMA engine, all else to the Ethernet engine, what nobody takes is counted") {
  Pair pair;
  const auto send_one_of_each = [&] {
    pair.left.egress().send(pair.roce(1));
    pair.left.egress().send(pair.tcp(1));
    pair.timeline.run_while_busy();
  };
  send_one_of_each();
  CHECK(pair.ear.counts["dropped.unclaimed"] == 2);
  pair.right.attach_rdma(pair.rdma);
  pair.right.attach_ethernet(pair.ethernet);
  send_one_of_each();
  CHECK(pair.ear.counts["dropped"] == 2);
  REQUIRE(pair.rdma.arrivals.size() == 1);
  REQUIRE(pair.ethernet.arrivals.size() == 1);
  CHECK(pair.rdma.arrivals[0].packet->data[23] == 17);
  CHECK(pair.ethernet.arrivals[0].packet->data[23] == 6);
}

TEST_CASE("a damaged frame is seen at the port, counted and kept from the engines") {
  Pair pair;
  pair.right.attach_ethernet(pair.ethernet);
  PacketPtr bad = pair.plain(100);
  bad->fcs_bad = true;
  pair.left.egress().send(bad);
  pair.timeline.run_while_busy();
  CHECK(pair.ear.frames.size() == 2);
  CHECK(pair.ear.counts["fcs_errors"] == 1);
  CHECK(pair.ethernet.arrivals.empty());
}
