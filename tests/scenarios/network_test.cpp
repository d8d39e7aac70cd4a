#include "scenarios/config/settings.h"
#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

const Keys rdma{{"rdma", "rdma"}};

/// Four senders to one port, PFC at 64 KiB.
Keys incast(const Keys& more = {}) {
  Keys keys{{"network.hosts", "5"},        {"network.traffic", "incast"}, {"network.lossless", "true"},
            {"network.pfc.xoff", "64KiB"}, {"network.mtu", "4096"},       {"message.size", "64KiB"},
            {"message.count", "40"},       {"message.inflight", "2"},     {"network.rtt", "4us"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

const PortFigures* port(const LaneResult& lane, const std::string& name) {
  for (const PortFigures& p : lane.ports)
    if (p.port == name) return &p;
  return nullptr;
}

}  // namespace

TEST_CASE("an incast of whole hosts delivers every flow and says so per flow and port and host") {
  const LaneResult lane = rdma_lane(incast());
  CHECK(lane.payload_intact);
  REQUIRE(lane.flows.size() == 4);
  for (const FlowResult& f : lane.flows) {
    CHECK(f.to == "peer");
    CHECK(f.payload_intact);
    CHECK(f.latencies.size() == 40);
    CHECK(f.duration > 0);
    CHECK(f.shared_gbps > 10);
  }
  CHECK(lane.flows[1].from == "h3");
  CHECK(lane.hosts.count("h5"));
  CHECK(lane.fairness > 0.9);
  CHECK(lane.wire.pauses > 0);
  CHECK(lane.wire.dropped == 0);
  REQUIRE(port(lane, "sw0.port0"));
  CHECK(port(lane, "sw0.port0")->by_priority.at("p3").at("pauses_sent") > 0);
  REQUIRE(port(lane, "sw0.port1"));
  CHECK(port(lane, "sw0.port1")->queue_bytes_max > 64 * 1024);
}

TEST_CASE("the same incast in the lossy class loses and without a remedy brings no pause and no mark") {
  const LaneResult lane =
      rdma_lane(incast({{"network.lossless", "false"}, {"network.switch.queue", "64KiB"}, {"rdma.timeout", "8"}}));
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "dropped.tail") > 0);
  CHECK(lane.wire.pauses == 0);
  CHECK(lane.wire.ecn_marked == 0);
}

TEST_CASE("ECN without PFC marks and its senders slow down") {
  const Keys ecn{{"network.pfc.mode", "off"}, {"network.ecn.kmin", "20kB"}, {"network.ecn.kmax", "80kB"}};
  const LaneResult lane = rdma_lane(incast(ecn));
  CHECK(lane.wire.ecn_marked > 0);
  CHECK(lane.wire.cnps > 0);
  CHECK(lane.wire.pauses == 0);
  CHECK(lane.flows[0].cnps > 0);
}

TEST_CASE("marks bring no CNP to change anything where rdma.congestion is none") {
  const Keys ecn{{"network.ecn.kmin", "20kB"}, {"network.ecn.kmax", "80kB"}};
  Keys deaf = ecn;
  deaf.emplace_back("rdma.congestion", "none");
  deaf.emplace_back("message.count", "200");
  const LaneResult lane = rdma_lane(incast(deaf));
  CHECK(lane.wire.cnps > 0);
  CHECK(lane.wire.pauses > 100);
}

TEST_CASE("a window of one path keeps the queue at what the senders have in flight") {
  const LaneResult lane = rdma_lane(incast({{"rdma.congestion", "window"}, {"network.ecn.mode", "off"}}));
  CHECK(lane.payload_intact);
  REQUIRE(port(lane, "sw0.port1"));
  CHECK(port(lane, "sw0.port1")->queue_bytes_max <= 4 * (50'000 + 4'200));
}

TEST_CASE("plain PAUSE does for the link what PFC does for the class") {
  const LaneResult lane = rdma_lane(incast({{"network.pfc.mode", "pause"}, {"rdma.congestion", "none"}}));
  CHECK(lane.payload_intact);
  CHECK(lane.wire.pauses > 0);
  CHECK(lane.wire.dropped == 0);
}

TEST_CASE("leaves and spines carry flows between any hosts") {
  const LaneResult lane = rdma_lane({{"network.topology", "leaf_spine"},
                                     {"network.hosts", "4"},
                                     {"network.rtt", "8us"},
                                     {"message.size", "64KiB"},
                                     {"message.count", "8"},
                                     {"flows.a.from", "local"},
                                     {"flows.b.from", "h3"},
                                     {"flows.b.to", "h4"},
                                     {"flows.c.from", "h4"},
                                     {"flows.c.to", "local"}});
  CHECK(lane.payload_intact);
  REQUIRE(lane.flows.size() == 3);
  CHECK(lane.flows[2].from == "h4");
  CHECK(lane.flows[2].to == "local");
}

TEST_CASE("a ring with a hundred hosts stays light") {
  const LaneResult lane = rdma_lane(
      {{"network.topology", "ring"}, {"network.switches", "5"}, {"network.hosts", "100"}, {"network.rtt", "8us"}});
  CHECK(lane.payload_intact);
  CHECK(lane.flows.size() == 1);
}

TEST_CASE("cross traffic is counted apart from the hosts' own frames") {
  const LaneResult lane = rdma_lane({{"message.size", "64KiB"},
                                     {"message.count", "64"},
                                     {"message.inflight", "8"},
                                     {"network.switch.queue", "32KiB"},
                                     {"network.cross.x.rate", "100Gbps"},
                                     {"rdma.timeout", "8"}});
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "cross_sent") > 100);
  CHECK(counted(lane, "cross_dropped") > 0);
  CHECK(counted(lane, "dropped") == counted(lane, "dropped.tail"));
  CHECK(lane.wire.dropped == lane.flows[0].dropped);
}

TEST_CASE("hosts and flows that do not exist are refused with what there is before anything is built") {
  const auto refused = [](const Keys& keys) { check_lanes(scenario_of(rdma, keys).config); };
  CHECK_NOTHROW(refused({}));
  CHECK_THROWS_WITH(refused({{"flows.a.to", "h9"}}), Contains("there is no host 'h9'"));
  CHECK_THROWS_WITH(refused({{"flows.a.to", "local"}}), Contains("is where it comes from"));
  CHECK_THROWS_WITH(refused({{"network.topology", "cable"}, {"network.hosts", "3"}}), Contains("a cable joins 2"));
  CHECK_THROWS_WITH(refused({{"network.topology", "ring"}, {"network.switches", "2"}}), Contains("a ring has 3"));
  CHECK_THROWS_WITH(refused({{"network.storm.host", "peer"}}), Contains("needs PFC"));
  CHECK_THROWS_WITH(refused({{"network.place", "0,7"}}), Contains("names 2 switches"));
}

TEST_CASE("a buffer that headroom uses up is refused by its key") {
  CHECK_THROWS_WITH(rdma_lane({{"network.lossless", "true"}, {"network.switch.buffer", "16KiB"}}),
                    Contains("leave nothing to share"));
}

TEST_CASE("READ responses that meet congestion are slowed at the responder by the CNPs that reach it") {
  // Four responders send to the one that asks them; no host but the asker hears of the congestion by itself.
  const Result r = run_lanes({{"paced", "rdma"}, {"deaf", "rdma"}}, {{"operation", "read"},
                                                                     {"network.hosts", "5"},
                                                                     {"network.lossless", "true"},
                                                                     {"network.mtu", "4096"},
                                                                     {"network.rtt", "4us"},
                                                                     {"network.pfc.xoff", "64KiB"},
                                                                     {"network.ecn.kmin", "20kB"},
                                                                     {"network.ecn.kmax", "80kB"},
                                                                     {"message.size", "64KiB"},
                                                                     {"message.count", "100"},
                                                                     {"message.inflight", "4"},
                                                                     {"flows.a.to", "peer"},
                                                                     {"flows.b.to", "h3"},
                                                                     {"flows.c.to", "h4"},
                                                                     {"flows.d.to", "h5"},
                                                                     {"lanes.deaf.rdma.congestion", "none"}});
  const LaneResult &paced = r.lane("paced"), &deaf = r.lane("deaf");
  for (const LaneResult* lane : {&paced, &deaf}) {
    CHECK(lane->payload_intact);
    CHECK(lane->wire.ecn_marked > 0);
    CHECK(lane->wire.cnps > 0);
  }
  CHECK(deaf.wire.pauses > 100);
  CHECK(paced.wire.pauses < deaf.wire.pauses / 3);
}

TEST_CASE("Swift holds an incast below its target without one mark") {
  Keys keys = incast({{"network.ecn.mode", "off"},
                      {"message.count", "100"},
                      {"rdma.swift.base_target", "10"},
                      {"rdma.swift.fs_range", "10"},
                      {"lanes.swift.rdma.congestion", "swift"},
                      {"lanes.pfc.rdma.congestion", "none"}});
  const Result r = run_lanes({{"swift", "rdma"}, {"pfc", "rdma"}}, keys);
  const LaneResult &swift = r.lane("swift"), &pfc = r.lane("pfc");
  CHECK(swift.payload_intact);
  CHECK(swift.wire.cnps == 0);
  CHECK(swift.fairness > 0.95);
  CHECK(swift.goodput_gbps() > 0.9 * pfc.goodput_gbps());
  CHECK(swift.wire.pauses < pfc.wire.pauses / 10);
  CHECK(port(swift, "sw0.port1")->queue_bytes_max < port(pfc, "sw0.port1")->queue_bytes_max);
}

TEST_CASE("ECN marks what says ECT in a class that PFC does not protect as well") {
  const LaneResult lane = rdma_lane({{"network.ecn.mode", "on"},
                                     {"network.ecn.kmin", "20kB"},
                                     {"network.ecn.kmax", "80kB"},
                                     {"message.size", "64KiB"},
                                     {"message.count", "64"},
                                     {"message.inflight", "8"},
                                     {"rdma.dscp", "0"},
                                     {"network.cross.x.rate", "60Gbps"},
                                     {"network.cross.x.dscp", "0"}});
  CHECK(lane.payload_intact);
  CHECK(lane.wire.ecn_marked > 0);
  CHECK(lane.wire.pauses == 0);
}

TEST_CASE("TCP that has negotiated ECN is marked in its class and TCP that has not is not") {
  const Result r =
      run_lanes({{"dctcp", "kernel_tcp"}, {"cubic", "kernel_tcp"}}, {{"network.ecn.mode", "on"},
                                                                     {"network.ecn.kmin", "20kB"},
                                                                     {"network.ecn.kmax", "80kB"},
                                                                     {"message.size", "256KiB"},
                                                                     {"message.count", "16"},
                                                                     {"message.inflight", "4"},
                                                                     {"network.cross.x.rate", "100Gbps"},
                                                                     {"network.cross.x.burst", "300kB"},
                                                                     {"network.cross.x.gap", "50us"},
                                                                     {"network.cross.x.dscp", "0"},
                                                                     {"lanes.dctcp.tcp.congestion", "dctcp"}});
  CHECK(r.lane("dctcp").wire.ecn_marked > 0);
  CHECK(r.lane("cubic").wire.ecn_marked == 0);
}
