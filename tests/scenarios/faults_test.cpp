#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;
const Keys tcp{{"tcp", "kernel_tcp"}}, rdma{{"rdma", "rdma"}};

/// 64 packets, and a timer short enough to wait for.
Keys with(const Keys& fault, const Keys& more = {}) {
  Keys keys{{"message.size", "64KiB"}, {"rdma.timeout", "8"}};
  for (const auto& [key, value] : fault) keys.emplace_back("network.faults.f." + key, value);
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

LaneResult run_rdma(const Keys& fault, const Keys& more = {}) {
  const LaneResult lane = run_lanes(rdma, with(fault, more)).lane("rdma");
  CHECK(lane.payload_intact);
  return lane;
}

LaneResult run_tcp(const Keys& fault, const Keys& more = {}) {
  const LaneResult lane = run_lanes(tcp, with(fault, more)).lane("tcp");
  CHECK(lane.payload_intact);
  return lane;
}

/// Numbers of the frames that faults dropped.
struct Numbers : FactSink {
  void on_moment(const Moment& m, Ps) override {
    if (m.kind->id == "network.frame_lost") lost.push_back(m.values.at(0).second);
  }
  std::vector<std::uint64_t> lost;
};

}  // namespace

TEST_CASE("an exact list by PSN counts from the flow's first packet") {
  Numbers numbers;
  const LaneResult lane =
      run_lanes(rdma, with({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "20, 63"}}), {&numbers}).lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "dropped.exact") == 2);
  REQUIRE(numbers.lost.size() == 2);
  CHECK(((numbers.lost[1] - numbers.lost[0]) & 0xffffff) == 43);
  CHECK(counted(lane, "naks") == 1);
  CHECK(lane.timeouts == 0);  // the last packet is sent again with the train behind the first gap
}

TEST_CASE("the first packet can be named, too, and its second transmission") {
  const LaneResult lane =
      run_rdma({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "0"}}, {{"network.faults.g.trigger", "exact"},
                                                                          {"network.faults.g.effect", "drop"},
                                                                          {"network.faults.g.psn", "0"},
                                                                          {"network.faults.g.transmission", "2"}});
  CHECK(counted(lane, "dropped.exact") == 2);
}

TEST_CASE("an exact list by TCP sequence names segments by the octets they carry") {
  const LaneResult lane = run_tcp({{"trigger", "exact"}, {"effect", "drop"}, {"sequence", "0, 20000, 20001"}});
  CHECK(counted(lane, "dropped.exact") == 2);
  CHECK(lane.retransmitted_frames >= 2);
}

TEST_CASE("PSNs are none of TCP's numbers") {
  CHECK(counted(run_tcp({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "0-63"}}), "dropped") == 0);
}

TEST_CASE("an exact list by PSN on READ names responses on their way back") {
  const LaneResult lane =
      run_rdma({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "20"}, {"direction", "peer_to_local"}},
               {{"operation", "read"}});
  CHECK(counted(lane, "dropped.exact") == 1);
  CHECK(lane.timeouts == 0);
}

TEST_CASE("a QP that is not the destination's leaves all alone") {
  CHECK(counted(run_rdma({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "20"}, {"qp", "16000000"}}), "dropped") ==
        0);
}

TEST_CASE("a NAK can be lost by name: the timer has to find the gap") {
  const LaneResult lane = run_rdma({{"trigger", "exact"}, {"effect", "drop"}, {"psn", "20"}},
                                   {{"network.faults.g.trigger", "exact"},
                                    {"network.faults.g.effect", "drop"},
                                    {"network.faults.g.psn", "20"},
                                    {"network.faults.g.frames", "naks"},
                                    {"network.faults.g.direction", "peer_to_local"}});
  CHECK(counted(lane, "dropped.exact") == 2);
  CHECK(counted(lane, "naks") == 1);
  CHECK(lane.timeouts == 1);
}

TEST_CASE("faults on ACKs leave data alone, on RDMA") {
  const LaneResult lane = run_rdma(
      {{"trigger", "every_nth"}, {"n", "1"}, {"effect", "drop"}, {"frames", "acks"}, {"direction", "local_to_peer"}});
  CHECK(counted(lane, "dropped") == 0);  // the local end of a WRITE sends no ACK
}

TEST_CASE("faults on ACKs leave data alone, on TCP") {
  struct Data : FactSink {
    void on_frame(const FrameSeen& f) override { (f.sent ? sent : received) += f.packet->payload > 0; }
    unsigned sent = 0, received = 0;
  } data;
  const Keys acks{{"trigger", "every_nth"}, {"n", "2"}, {"effect", "drop"}, {"frames", "acks"}, {"direction", "both"}};
  const LaneResult lane = run_lanes(tcp, with(acks), {&data}).lane("tcp");
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "dropped.every_nth") > 0);
  CHECK(data.sent >= 46);
  CHECK(data.received == data.sent);
}

TEST_CASE("Bernoulli and Gilbert-Elliott loss, RDMA") {
  CHECK(counted(run_rdma({{"trigger", "gilbert_elliott"}, {"effect", "drop"}, {"to_bad", "0.05"}, {"to_good", "0.5"}}),
                "dropped.gilbert_elliott") > 0);
}
TEST_CASE("Bernoulli loss of a named fault, TCP") {
  CHECK(counted(run_tcp({{"trigger", "bernoulli"}, {"effect", "drop"}, {"share", "0.1"}}), "dropped.bernoulli") > 0);
}

TEST_CASE("damage on the wire is caught by the FCS") {
  const LaneResult lane = run_rdma({{"trigger", "exact"}, {"effect", "damage"}, {"psn", "20"}});
  CHECK(lane.wire.corrupted == 1);
  CHECK(counted(lane, "fcs_errors") == 1);
  CHECK(lane.retransmitted_frames > 0);
}

TEST_CASE("damage past the FCS is caught by the ICRC") {
  const LaneResult lane = run_rdma({{"trigger", "exact"}, {"effect", "damage_past_fcs"}, {"psn", "20"}});
  CHECK(counted(lane, "fcs_errors") == 0);
  CHECK(counted(lane, "rdma.icrc_errors") == 1);
  CHECK(lane.retransmitted_frames > 0);
}

TEST_CASE("duplicates are told apart by their PSN and nothing is sent again") {
  const LaneResult lane = run_rdma({{"trigger", "every_nth"}, {"n", "5"}, {"effect", "duplicate"}});
  CHECK(counted(lane, "duplicated") == 12);
  CHECK(counted(lane, "rdma.duplicates") == 12);
  CHECK(lane.retransmitted_frames == 0);
}

TEST_CASE("a late packet looks like a lost one to go-back-N") {
  const LaneResult lane = run_rdma({{"trigger", "exact"}, {"psn", "20"}, {"effect", "delay"}, {"by", "1us"}});
  CHECK(counted(lane, "delayed") == 1);
  CHECK(lane.wire.dropped == 0);
  CHECK(counted(lane, "naks") >= 1);
}

TEST_CASE("delay for all, in order, costs time and nothing else") {
  const LaneResult lane = run_rdma({{"trigger", "always"},
                                    {"effect", "delay"},
                                    {"by", "10us"},
                                    {"jitter", "1us"},
                                    {"frames", "all"},
                                    {"link", "all"}});
  CHECK(lane.latency > 20'000'000);
  CHECK(lane.latency < 32'000'000);
  CHECK(lane.retransmitted_frames == 0);
}

TEST_CASE("a link goes down and comes back, on RDMA") {
  const LaneResult lane = run_rdma({{"trigger", "window"},
                                    {"effect", "drop"},
                                    {"from", "5us"},
                                    {"length", "50us"},
                                    {"frames", "all"},
                                    {"direction", "both"},
                                    {"link", "peer"}});
  CHECK(counted(lane, "dropped.link_down") > 0);
  CHECK(lane.timeouts == 1);
}

TEST_CASE("a link goes down and comes back, on TCP") {
  const LaneResult lane = run_tcp({{"trigger", "window"},
                                   {"effect", "drop"},
                                   {"from", "16us"},
                                   {"length", "50us"},
                                   {"frames", "all"},
                                   {"direction", "both"},
                                   {"link", "local"}});
  CHECK(counted(lane, "dropped.link_down") > 0);
  CHECK(lane.retransmitted_frames <= counted(lane, "dropped.link_down"));
  CHECK(lane.latency > 66'000'000);
}

TEST_CASE("a fault that spares what answers a NAK strikes no packet twice in a row") {
  const LaneResult lane = run_rdma(
      {{"trigger", "exact"}, {"psn", "20"}, {"transmission", "0"}, {"effect", "drop"}, {"spares", "nak_resend"}});
  CHECK(counted(lane, "dropped.exact") == 1);
  CHECK(lane.timeouts == 0);
}

TEST_CASE("faults act on one cable between two hosts, once") {
  const LaneResult lane = run_rdma({{"trigger", "every_nth"}, {"n", "5"}, {"effect", "duplicate"}, {"link", "all"}},
                                   {{"network.topology", "cable"}});
  CHECK(counted(lane, "duplicated") == 12);
}

TEST_CASE("network.loss strikes on a cable, too") {
  CHECK(run_rdma({{"trigger", "always"}, {"effect", "delay"}}, {{"network.topology", "cable"}, {"network.loss", "0.1"}})
            .wire.dropped > 0);
}

TEST_CASE("both lanes meet the same fault, each on its own network") {
  const Result r = run_lanes({{"tcp", "kernel_tcp"}, {"rdma", "rdma"}},
                             with({{"trigger", "every_nth"}, {"n", "10"}, {"effect", "duplicate"}}));
  CHECK(counted(r.lane("tcp"), "duplicated") > 0);
  CHECK(counted(r.lane("rdma"), "duplicated") == 6);
}

TEST_CASE("one lane's fault leaves the other alone") {
  Keys keys{{"lanes.rdma.network.faults.f.trigger", "every_nth"},
            {"lanes.rdma.network.faults.f.n", "10"},
            {"lanes.rdma.network.faults.f.effect", "duplicate"},
            {"message.size", "64KiB"}};
  const Result r = run_lanes({{"tcp", "kernel_tcp"}, {"rdma", "rdma"}}, keys);
  CHECK(counted(r.lane("tcp"), "duplicated") == 0);
  CHECK(counted(r.lane("rdma"), "duplicated") == 6);
}

TEST_CASE("a fault strikes on any cable that its link names and there alone") {
  const Keys three{{"network.hosts", "3"},
                   {"network.topology", "trunk"},
                   {"network.rtt", "8us"},
                   {"network.faults.f.trigger", "exact"},
                   {"network.faults.f.effect", "drop"},
                   {"network.faults.f.psn", "5"},
                   {"message.size", "64KiB"},
                   {"flows.a.from", "local"},
                   {"flows.b.from", "h3"},
                   {"lanes.host.network.faults.f.link", "h3"},
                   {"lanes.trunk.network.faults.f.link", "sw0-sw1"},
                   {"lanes.back.network.faults.f.link", "sw0-sw1"},
                   {"lanes.back.network.faults.f.direction", "peer_to_local"}};
  const Result r = run_lanes({{"host", "rdma"}, {"trunk", "rdma"}, {"back", "rdma"}}, three);
  const auto dropped = [&](const char* lane, int flow) { return r.lane(lane).flows.at(flow).dropped; };
  CHECK(dropped("host", 0) == 0);
  CHECK(dropped("host", 1) == 1);
  CHECK(dropped("trunk", 0) + dropped("trunk", 1) == 1);  // a hit of a list strikes once, and both flows pass
  CHECK(dropped("back", 0) + dropped("back", 1) == 0);
  for (const char* lane : {"host", "trunk", "back"}) CHECK(r.lane(lane).payload_intact);
}
