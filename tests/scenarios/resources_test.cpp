#include "lane.h"
#include "scenarios/config/settings.h"
#include "scenarios/input_error.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

/// Names of the signals that a run declares.
struct Rows : FactSink {
  void on_declare(SignalId, const SignalDecl& d) override { names.push_back(d.scope + "." + d.name); }
  bool has(const std::string& name) const { return std::find(names.begin(), names.end(), name) != names.end(); }
  std::vector<std::string> names;
};

}  // namespace

TEST_CASE("messages over many connections in turn all arrive, each once") {
  const LaneResult r = rdma_lane({{"operation", "write"},
                                  {"rdma.connections", "40"},
                                  {"message.size", "3000B"},
                                  {"message.count", "300"},
                                  {"message.inflight", "24"},
                                  {"nic.qp_cache", "10"}});
  CHECK(r.delivered);
  CHECK(r.payload_intact);
  CHECK(counted(r, "rdma.context_misses") > 0);
}

TEST_CASE("messages over connections drawn at random arrive whole over a lossy wire") {
  const LaneResult r = rdma_lane({{"operation", "read"},
                                  {"rdma.connections", "40"},
                                  {"rdma.turn", "random"},
                                  {"message.size", "3000B"},
                                  {"message.count", "300"},
                                  {"message.inflight", "24"},
                                  {"nic.qp_cache", "10"},
                                  {"rdma.timeout", "8"},
                                  {"network.loss", "0.02"}});
  CHECK(r.delivered);
  CHECK(r.payload_intact);
  CHECK(counted(r, "rdma.context_misses") > 0);
  CHECK(r.retransmitted_frames > 0);
}

TEST_CASE("a class that PFC protects loses frames to a full buffer only where nobody hears its call") {
  const LaneResult r = rdma_lane({{"message.size", "64KiB"},
                                  {"message.count", "64"},
                                  {"message.inflight", "16"},
                                  {"nic.peer_mtt_cache", "16"},
                                  {"nic.mtt_line", "1"},
                                  {"nic.rx_buffer", "128KiB"},
                                  {"network.lossless", "true"}});
  CHECK(r.delivered);
  CHECK(counted(r, "rdma.rx_pressure") > 0);
}

TEST_CASE("compressed completions move fewer octets and the same messages") {
  const LaneResult r = rdma_lane({{"message.size", "64B"},
                                  {"message.count", "200"},
                                  {"message.inflight", "64"},
                                  {"rdma.inline", "true"},
                                  {"nic.cqe_compression", "true"}});
  CHECK(r.payload_intact);
  CHECK(counted(r, "rdma.cqes_joined") > 0);
}

TEST_CASE("rows of caches and buffer stand in the waveform of a run about them") {
  Rows rows;
  test::run_lanes({{"rdma", "rdma"}}, {{"nic.qp_cache", "10"}}, {&rows});
  for (const char* name : {"qp_cache_used", "qp_cache_misses", "mtt_cache_used", "mtt_cache_misses", "rx_buffer"})
    CHECK(rows.has(std::string("rdma.peer.nic.") + name));
}

TEST_CASE("rows of caches and buffer do not stand in the waveform of another run") {
  Rows rows;
  test::run_lanes({{"rdma", "rdma"}}, {}, {&rows});
  CHECK_FALSE(rows.has("rdma.peer.nic.rx_buffer"));
}

TEST_CASE("a number of entries is refused with what stands for it") {
  CHECK_THROWS_WITH(rdma_lane({{"nic.qp_cache", "any"}}), Contains("profile, or a whole number from 0 to 1000000"));
}

TEST_CASE("what is about one queue pair is refused where there are many") {
  const auto refused = [](const std::string& key, const std::string& value) {
    try {
      rdma_lane({{"rdma.connections", "2"}, {key, value}});
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("not refused");
  };
  CHECK_THAT(refused("operation", "send"), Contains("operation send needs receives on each of them"));
  CHECK_THAT(refused("operation", "send_inv"), Contains("operation send_inv needs receives on each of them"));
  CHECK_THAT(refused("rdma.connect", "cm"), Contains("rdma.connect must be exchange"));
  for (const char* mistake : {"wrong_qpn", "peer_gone", "stranger", "reconnect"})
    CHECK_THAT(refused("rdma.mistake", mistake), Contains(std::string(mistake) + " is about one queue pair"));
}

TEST_CASE("a mistake about keys or memory is met on whichever of many connections the message takes") {
  const LaneResult r = rdma_lane({{"rdma.connections", "3"}, {"rdma.mistake", "wrong_rkey"}});
  CHECK_FALSE(r.delivered);
  REQUIRE(r.failure.has_value());
  CHECK(r.failure->code == "IBV_WC_REM_ACCESS_ERR");
}

TEST_CASE("many connections register each message, and sleep until it is complete") {
  const LaneResult r = rdma_lane({{"operation", "read"},
                                  {"rdma.connections", "5"},
                                  {"rdma.registration", "each"},
                                  {"rdma.completion", "event"},
                                  {"message.count", "40"},
                                  {"message.inflight", "12"}});
  CHECK(r.delivered);
  CHECK(r.payload_intact);
}
