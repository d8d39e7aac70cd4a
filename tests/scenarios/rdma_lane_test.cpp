#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

const std::vector<std::pair<std::string, std::string>> rdma{{"rdma", "rdma"}};

/// Holds for every undisturbed WRITE: bytes really moved through every stage that moves bytes.
void check_write(const LaneResult& lane) {
  CHECK(lane.delivered);
  CHECK(lane.payload_intact);
  for (const auto& [id, host] :
       std::vector<std::pair<std::string, std::string>>{{"rdma.dma_read", "local"}, {"rdma.dma_write", "peer"}}) {
    INFO(id);
    const StageSpan* s = stage(lane, id, host);
    REQUIRE(s != nullptr);
    CHECK(s->bytes == lane.payload_bytes);
  }
  CHECK(lane.copies == 0);
  CHECK(lane.syscalls == 0);
  CHECK(lane.context_switches == 0);
  CHECK(lane.interrupts == 0);
  CHECK(lane.cpu_stages() == 0);
  CHECK(lane.peer_cpu() == "none");
  CHECK(lane.transport_in == "nic");
}

}  // namespace

TEST_CASE("over a long road nothing of the exchange before t0 reaches into the measured window") {
  check_write(run_lanes(rdma, {{"network.rtt", "10ms"}}).lane("rdma"));
}

TEST_CASE("a WRITE: no copy, no system call, nothing of the peer's CPU") {
  const LaneResult lane = run_lanes(rdma).lane("rdma");
  check_write(lane);
  CHECK(lane.path == "rdma_write");
  Ps before = -1;
  for (const auto& [id, host] : std::vector<std::pair<std::string, std::string>>{{"rdma.post", "local"},
                                                                                 {"rdma.doorbell", "local"},
                                                                                 {"rdma.wqe_fetch", "local"},
                                                                                 {"rdma.dma_read", "local"},
                                                                                 {"rdma.wire", "network"},
                                                                                 {"rdma.dma_write", "peer"},
                                                                                 {"rdma.ack", "peer"},
                                                                                 {"rdma.cqe", "local"}}) {
    INFO(id);
    const StageSpan* s = stage(lane, id, host);
    REQUIRE(s != nullptr);
    CHECK(s->begin > before);
    before = s->begin;
  }
  CHECK(lane.wire.frames == 5);  // four of MTU 1024 and one ACK
  CHECK(lane.wire.data_frames == 4);
  // The last byte is in the peer's memory when the stage that writes it ends.
  CHECK(lane.latency == stage(lane, "rdma.dma_write", "peer")->end);
}

TEST_CASE("one byte by WRITE") { check_write(run_lanes(rdma, {{"message.size", "1"}}).lane("rdma")); }
TEST_CASE("a megabyte by WRITE") { check_write(run_lanes(rdma, {{"message.size", "1MiB"}}).lane("rdma")); }
TEST_CASE("many messages in flight by WRITE") {
  check_write(
      run_lanes(rdma, {{"message.count", "50"}, {"message.inflight", "8"}, {"message.size", "10000"}}).lane("rdma"));
}
TEST_CASE("WRITE over IPv6 with MTU 256") {
  check_write(run_lanes(rdma, {{"network.ip", "6"}, {"network.mtu", "256"}}).lane("rdma"));
}

TEST_CASE("SEND: the peer's application takes part, lightly, and its kernel does not") {
  const LaneResult lane = run_lanes(rdma, {{"operation", "send"}}).lane("rdma");
  CHECK(lane.path == "rdma_send");
  CHECK(lane.payload_intact);
  CHECK(lane.copies == 0);
  CHECK(lane.syscalls == 0);
  CHECK(lane.peer_cpu() == "light");
}

TEST_CASE("READ: the data comes the other way and the peer's CPU stays idle") {
  const LaneResult lane = run_lanes(rdma, {{"operation", "read"}}).lane("rdma");
  CHECK(lane.path == "rdma_read");
  CHECK(lane.payload_intact);
  CHECK(lane.peer_cpu() == "none");
  CHECK(lane.local.dma_bytes > 4096);
}

TEST_CASE("unregistered memory: not one byte leaves") {
  const LaneResult lane = run_lanes(rdma, {{"rdma.registered", "false"}}).lane("rdma");
  CHECK(lane.transport_in == "none");
  CHECK_FALSE(lane.delivered);
  REQUIRE(lane.failure.has_value());
  CHECK(lane.failure->code == "IBV_WC_LOC_PROT_ERR");
  CHECK(lane.wire.data_frames == 0);
}

TEST_CASE("work posted to a queue pair below RTS is refused at once") {
  const LaneResult lane = run_lanes(rdma, {{"rdma.qp_state", "rtr"}}).lane("rdma");
  CHECK_FALSE(lane.delivered);
  REQUIRE(lane.failure.has_value());
  CHECK(lane.failure->at == "rdma.post");
  CHECK(lane.failure->code == "EINVAL");
}

TEST_CASE("lost frames are resent by the NIC and every byte arrives") {
  const LaneResult lane =
      run_lanes(rdma, {{"network.loss", "0.02"}, {"message.size", "256KiB"}, {"message.count", "4"}}).lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(lane.wire.dropped > 0);
  CHECK(lane.retransmitted_frames > 0);
}

namespace {

/// Frames marked as the resend that answers a NAK, as they leave and as they arrive.
struct Marked : FactSink {
  void on_frame(const FrameSeen& f) override { (f.sent ? sent : received) += f.packet->nak_resend; }
  unsigned sent = 0, received = 0;
};

void check_spared(const std::string& scheme, const std::string& spares) {
  Marked marked;
  const LaneResult lane = run_lanes(rdma,
                                    {{"network.loss", "0.2"},
                                     {"network.loss_spares", spares},
                                     {"message.size", "256KiB"},
                                     {"rdma.scheme", scheme},
                                     {"rdma.timeout", "8"}},
                                    {&marked})
                              .lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(marked.sent > 10);
  CHECK(marked.sent <= lane.retransmitted_frames);
  CHECK((marked.received == marked.sent) == (spares == "nak_resend"));
}

}  // namespace

TEST_CASE("loss strikes a resend that a NAK asked for like any other packet") { check_spared("go_back_n", "none"); }
TEST_CASE("loss can spare the resend that a NAK asked for") { check_spared("go_back_n", "nak_resend"); }
TEST_CASE("loss can spare the holes that NAKs name, IRN") { check_spared("irn", "nak_resend"); }
TEST_CASE("loss can spare the holes that NAKs name, RACK") { check_spared("rack", "nak_resend"); }

TEST_CASE("a lossless class loses nothing to the stand-in for congestion") {
  const LaneResult lane =
      run_lanes(
          rdma,
          {{"network.loss", "0.02"}, {"network.lossless", "true"}, {"message.size", "256KiB"}, {"message.count", "4"}})
          .lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(lane.wire.dropped == 0);
}

TEST_CASE("a frame of equal length takes equal picoseconds from NIC to NIC on both lanes") {
  const Result r = run_lanes({{"tcp", "kernel_tcp"}, {"rdma", "rdma"}}, {{"network.rate", "25Gbps"}});
  CHECK(r.lane("tcp").wire.nic_to_nic == r.lane("rdma").wire.nic_to_nic);
  CHECK(r.lane("tcp").wire.probe_frame_bytes == 1082);
  // 1082 octets at 25 Gb/s, and half of the base round trip: cut-through forwards while the frame still arrives.
  CHECK(r.lane("tcp").wire.nic_to_nic == 1082 * 320 + 500'000);
}
