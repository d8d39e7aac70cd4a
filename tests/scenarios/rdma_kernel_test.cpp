#include "scenarios/input_error.h"
#include "scenarios/lane.h"
#include "support/catch.h"

/// Where the kernel or a copy stands on the RDMA road after all.

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

void check_refused(const Keys& keys, const std::string& why) { CHECK_THROWS_WITH(rdma_lane(keys), Contains(why)); }

}  // namespace

TEST_CASE("asleep for its completion, a WRITE costs one read, one interrupt and one switch at the caller alone") {
  const LaneResult lane = rdma_lane({{"rdma.completion", "event"}});
  CHECK(lane.payload_intact);
  CHECK(lane.syscalls == 1);
  CHECK(lane.interrupts == 1);
  CHECK(lane.context_switches == 1);
  CHECK(lane.copies == 0);
  CHECK(lane.peer_cpu() == "none");
  CHECK(lane.transport_in == "nic");
  REQUIRE(stage(lane, "rdma.interrupt", "local"));
  REQUIRE(stage(lane, "rdma.wake", "local"));
  CHECK(stage(lane, "rdma.interrupt", "local")->end <= stage(lane, "rdma.wake", "local")->begin);
}

TEST_CASE("asleep at both ends, a SEND costs both of them") {
  const LaneResult lane = rdma_lane({{"rdma.completion", "event"}, {"operation", "send"}});
  CHECK(lane.payload_intact);
  CHECK(lane.syscalls == 2);
  CHECK(lane.interrupts == 2);
  CHECK(lane.context_switches == 2);
}

TEST_CASE("two programs of one host that are asleep for completions are both woken, each for its own") {
  const LaneResult lane = rdma_lane({{"rdma.completion", "event"},
                                     {"operation", "send"},
                                     {"network.hosts", "3"},
                                     {"network.traffic", "incast"}});
  CHECK(lane.payload_intact);
  REQUIRE(lane.flows.size() == 2);
  for (const FlowResult& f : lane.flows) CHECK(f.payload_intact);
}

TEST_CASE("many messages in flight and asleep: all arrive, and one event serves several completions") {
  const LaneResult lane = rdma_lane({{"rdma.completion", "event"},
                                     {"operation", "send"},
                                     {"message.count", "200"},
                                     {"message.inflight", "16"},
                                     {"network.loss", "0.01"}});
  CHECK(lane.payload_intact);
  CHECK(lane.interrupts < 200);  // of 400 completions
}

TEST_CASE("memory registered around every message is pinned and let go of as often") {
  const LaneResult lane = rdma_lane({{"rdma.registration", "each"}, {"message.count", "5"}});
  CHECK(lane.payload_intact);
  CHECK(lane.syscalls == 10);
  CHECK(counted(lane, "pages_pinned") == 5);
  CHECK(counted(lane, "pages_unpinned") == 5);
}

TEST_CASE("READ into memory registered for each message") {
  const LaneResult lane = rdma_lane(
      {{"operation", "read"}, {"rdma.registration", "each"}, {"message.count", "9"}, {"message.inflight", "4"}});
  CHECK(lane.payload_intact);
}

TEST_CASE("a pool costs one copy of what is sent") {
  const LaneResult lane = rdma_lane({{"rdma.registration", "pool"}, {"message.count", "5"}, {"message.inflight", "2"}});
  CHECK(lane.payload_intact);
  CHECK(lane.copies == 5);
  CHECK(lane.syscalls == 0);
  CHECK(stage(lane, "rdma.copy", "local")->bytes == lane.payload_bytes);
}

TEST_CASE("a pool costs one copy of what is read") {
  const LaneResult lane = rdma_lane({{"operation", "read"}, {"rdma.registration", "pool"}, {"message.count", "5"}});
  CHECK(lane.payload_intact);
  CHECK(lane.copies == 5);
}

TEST_CASE("an atomic through a pool brings its result home") {
  CHECK(rdma_lane({{"operation", "fetch_add"}, {"message.size", "8"}, {"rdma.registration", "pool"}}).payload_intact);
}

TEST_CASE("a megabyte in huge pages is one page to pin and arrives whole") {
  const LaneResult lane = rdma_lane(
      {{"rdma.pages", "2MiB"}, {"rdma.registration", "each"}, {"message.size", "1MiB"}, {"message.count", "2"}});
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "pages_pinned") == 2);
}

TEST_CASE("registration that contradicts its keys is refused") {
  check_refused({{"rdma.registration", "each"}, {"rdma.registered", "false"}}, "rdma.registration must be once");
  check_refused({{"rdma.registration", "pool"}, {"rdma.inline", "true"}, {"message.size", "64"}},
                "rdma.inline needs no registered memory");
}

TEST_CASE("connected by connection management, every later step is as after an exchange of one's own") {
  const LaneResult lane = rdma_lane({{"rdma.connect", "cm"}, {"operation", "send"}, {"rdma.completion", "event"}});
  CHECK(lane.payload_intact);
  CHECK(lane.syscalls == 2);
  CHECK(lane.setup.syscalls > 20);
}

TEST_CASE("breaking a managed connection off waits for no delayed acknowledgement") {
  const Result r = run_lanes({{"rdma", "rdma"}}, {{"rdma.connect", "cm"}});
  CHECK(r.simulated < 10'000'000'000);  // a delayed ACK alone takes 40 ms
}

TEST_CASE("connection management over IPv6, many messages and loss") {
  CHECK(rdma_lane({{"rdma.connect", "cm"},
                   {"network.ip", "6"},
                   {"network.mtu", "256"},
                   {"message.count", "50"},
                   {"message.inflight", "8"},
                   {"network.loss", "0.01"}})
            .payload_intact);
}

TEST_CASE("a server that rejects: the client fails with its reason while TCP delivers") {
  const Result r =
      run_lanes({{"tcp", "kernel_tcp"}, {"rdma", "rdma"}}, {{"rdma.connect", "cm"}, {"rdma.mistake", "rejected"}});
  CHECK(r.lane("tcp").payload_intact);
  const LaneResult& lane = r.lane("rdma");
  CHECK_FALSE(lane.delivered);
  REQUIRE(lane.failure.has_value());
  CHECK(lane.failure->at == "rdma.connect");
  CHECK(lane.failure->code == "ECONNREFUSED");
  CHECK(lane.failure->values.at("reason") == 28);
  CHECK(lane.failure->values.at("wanted") == 2);
  CHECK(lane.wire.frames == 0);
}

TEST_CASE("connection management that contradicts its keys is refused") {
  check_refused({{"rdma.connect", "cm"}, {"rdma.qp_state", "rtr"}}, "rdma.qp_state must be rts");
  check_refused({{"rdma.connect", "cm"}, {"rdma.mistake", "stale_psn"}}, "needs rdma.connect = exchange");
  check_refused({{"rdma.connect", "cm"}, {"operation", "send_inv"}}, "needs rdma.connect = exchange");
  check_refused({{"rdma.mistake", "rejected"}}, "needs rdma.connect = cm");
}
