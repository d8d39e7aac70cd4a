#include "scenarios/lane.h"
#include "scenarios/run.h"
#include "support/catch.h"

/// Public reports shown as whole runs: docs/field_reports.md.
using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

std::uint64_t written(const LaneResult& lane, const std::string& host) {
  const StageSpan* s = stage(lane, "rdma.dma_write", host);
  return s ? s->bytes : 0;
}

}  // namespace

// Situation 1, linux-rdma/perftest #251: a link 40 ms long; the part sent again after 2, 4, 8 ms although more was set.
// 4.096 us × 2^timeout (IBTA vol. 1, 9.7.6.1.3): 14 is 67 ms, 13 is 34 ms.
TEST_CASE("a 40 ms link and a timer of 67 ms: nothing is sent twice") {
  const LaneResult lane = rdma_lane({{"network.rtt", "40ms"}, {"rdma.timeout", "14"}});
  CHECK(lane.payload_intact);
  CHECK(lane.retransmitted_frames == 0);
  CHECK(counted(lane, "rdma.duplicates") == 0);
}
TEST_CASE("a 40 ms link and a timer of 34 ms: it arrives once more in vain") {
  const LaneResult lane = rdma_lane({{"network.rtt", "40ms"}, {"rdma.timeout", "13"}});
  CHECK(lane.payload_intact);
  CHECK(lane.timeouts == 1);
  CHECK(lane.retransmitted_frames == 4);
}
TEST_CASE("a 40 ms link and a timer of 2 ms: all retries are over before the first ACK can be there") {
  const LaneResult lane = rdma_lane({{"network.rtt", "40ms"}, {"rdma.timeout", "9"}});
  REQUIRE(lane.failure);
  CHECK(lane.failure->code == "IBV_WC_RETRY_EXC_ERR");
}

// Situation 9, alibaba-edu HPCC #28: the last packet of a flow is dropped.
TEST_CASE("the last packet of a flow is lost: the timer brings it back") {
  const LaneResult lane = rdma_lane({{"network.faults.tail.trigger", "exact"},
                                     {"network.faults.tail.effect", "drop"},
                                     {"network.faults.tail.psn", "3"},
                                     {"rdma.timeout", "8"}});
  CHECK(lane.payload_intact);
  CHECK(lane.timeouts == 1);
  CHECK(lane.latency > 256 * 4'096'000);
}
TEST_CASE("the last packet of a flow is lost and there is no timer: the run says who waits for what") {
  CHECK_THROWS_WITH(rdma_lane({{"network.faults.tail.trigger", "exact"},
                               {"network.faults.tail.effect", "drop"},
                               {"network.faults.tail.psn", "3"},
                               {"rdma.timeout", "0"}}),
                    Contains("cannot make progress") && Contains("waits for a completion"));
}

// Situation 15, linux-rdma/perftest #131: READ 1.91, WRITE 0.93 inline, 1.32 us not inline.
TEST_CASE("a READ takes the way twice, a WRITE once, and inline data saves the DMA read of the payload") {
  const Result r =
      run_lanes({{"read", "rdma"}, {"write", "rdma"}, {"inline", "rdma"}},
                {{"message.size", "8"}, {"lanes.read.operation", "read"}, {"lanes.inline.rdma.inline", "true"}});
  CHECK(r.lane("read").latency > r.lane("write").latency);
  CHECK(r.lane("write").latency > r.lane("inline").latency);
  CHECK(stage(r.lane("write"), "rdma.dma_read", "local"));
  CHECK_FALSE(stage(r.lane("inline"), "rdma.dma_read", "local"));
}

// Situation 19, microsoft/NetworkDirect #8 and kvcache-ai/Mooncake PR #3151: a READ that its key does not allow.
TEST_CASE("a READ of memory without REMOTE_READ is a remote access error and brings no octet") {
  const LaneResult lane = rdma_lane({{"operation", "read"}, {"rdma.mistake", "no_remote_access"}});
  REQUIRE(lane.failure);
  CHECK(lane.failure->code == "IBV_WC_REM_ACCESS_ERR");
  CHECK(lane.failure->values.at("need") == 4);            // REMOTE_READ
  CHECK(lane.failure->values.at("allowed_access") == 1);  // LOCAL_WRITE
  CHECK(written(lane, "local") == 0);
}
TEST_CASE("a READ out of bounds is a remote access error with both ranges") {
  const LaneResult lane = rdma_lane({{"operation", "read"}, {"rdma.mistake", "out_of_bounds"}});
  REQUIRE(lane.failure);
  CHECK(lane.failure->code == "IBV_WC_REM_ACCESS_ERR");
  CHECK(lane.failure->values.at("start") == lane.failure->values.at("allowed_start") + 4096);
  CHECK(written(lane, "local") == 0);
}
TEST_CASE("a READ from another protection domain is a remote access error that names both") {
  const LaneResult lane = rdma_lane({{"operation", "read"}, {"rdma.mistake", "wrong_domain"}});
  REQUIRE(lane.failure);
  CHECK(lane.failure->code == "IBV_WC_REM_ACCESS_ERR");
  CHECK(lane.failure->values.at("domain") != lane.failure->values.at("allowed_domain"));
  CHECK(written(lane, "local") == 0);
}

// Situation 20, openucx #2188 and ROCm/rocm-ernic PR #74: each WRITE with immediate takes a RECV, and without one
// waits.
TEST_CASE("four WRITEs with immediate take four RECVs, in order, and none is left without") {
  const LaneResult lane = rdma_lane({{"operation", "write_imm"}, {"message.count", "4"}, {"message.inflight", "2"}});
  CHECK(lane.payload_intact);
  CHECK(lane.messages == 4);
}
TEST_CASE("a WRITE with immediate whose RECV comes late writes nothing before and everything after") {
  const LaneResult lane =
      rdma_lane({{"operation", "write_imm"}, {"message.size", "1000"}, {"rdma.receive_delay", "50us"}});
  CHECK(lane.payload_intact);
  CHECK(counted(lane, "rnr_naks") >= 1);
  CHECK(written(lane, "peer") == 1000);
}

// Situation 5, SoftRoCE/rxe-dev #28 (soft lockup on lost packets), its transport part: heavy loss ends in progress or
// in an error, never in silence.
TEST_CASE("a fifth of all frames lost: the message arrives or the connection says that it is over") {
  const LaneResult lane =
      rdma_lane({{"network.loss", "0.2"}, {"message.size", "64KiB"}, {"message.count", "20"}, {"rdma.timeout", "8"}});
  CHECK((lane.payload_intact || (lane.failure && lane.failure->code == "IBV_WC_RETRY_EXC_ERR")));
  CHECK(lane.wire.dropped > 0);
}

// Situation 24, uccl-project/uccl #117: a coredump when the retries were used up.
TEST_CASE("a black hole ends in RETRY_EXC_ERR after one try and seven more") {
  const LaneResult lane = rdma_lane({{"network.loss", "1"}, {"rdma.timeout", "8"}});
  REQUIRE(lane.failure);
  CHECK(lane.failure->code == "IBV_WC_RETRY_EXC_ERR");
  CHECK(lane.retransmitted_frames == 7 * 4);
}

// Endless RNR retries without a RECV: nothing is broken and nothing arrives (rnr_retry 7, IBTA vol. 1, 9.7.5.2.8).
TEST_CASE("no RECV ever and endless retries: the run is cut off and says who waits for what") {
  CHECK_THROWS_WITH(
      rdma_lane({{"operation", "send"}, {"rdma.mistake", "no_receive"}, {"rdma.rnr_retry", "7"}, {"limit", "20ms"}}),
      Contains("cannot make progress") && Contains("client waits for a completion"));
}
