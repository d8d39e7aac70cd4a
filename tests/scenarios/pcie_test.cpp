#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

const std::vector<std::pair<std::string, std::string>> rdma{{"rdma", "rdma"}}, tcp{{"tcp", "kernel_tcp"}};

LaneResult exact_and(const std::string& key, const std::string& value) {
  return run_lanes(rdma, {{"message.size", "64KiB"}, {"pcie.model", "per_tlp"}, {key, value}}).lane("rdma");
}

}  // namespace

TEST_CASE("every TLP of a WRITE moves, and every octet arrives") {
  const LaneResult lane = exact_and("pcie.mps", "128");
  CHECK(lane.payload_intact);
  // 64 KiB read at one end and written at the other, in TLPs of 128 octets at most: 20 octets each here, 24 there.
  CHECK(lane.counters.at("pcie.to_device_octets") > 65536 / 128 * 148);
  CHECK(lane.counters.at("pcie.to_host_octets") > 65536 / 128 * 152);
  CHECK(lane.counters.at("pcie.read_octets") >= 65536);
  CHECK(lane.counters.at("pcie.written_octets") >= 65536);
  CHECK(lane.counters.at("pcie.written_octets") < 65536 + 1024);  // and some CQEs
}

TEST_CASE("TCP runs over every TLP, too") {
  const LaneResult lane = run_lanes(tcp, {{"pcie.model", "per_tlp"}, {"message.size", "64KiB"}}).lane("tcp");
  CHECK(lane.payload_intact);
}

TEST_CASE("one tag: a round trip for every read request") {
  const LaneResult lane = exact_and("pcie.tags", "1");
  CHECK(lane.payload_intact);
  CHECK(lane.latency > 65536 / 512 * 450'000);  // dma_read_rtt_modern_ns
}

TEST_CASE("one lane of gen1 carries two gigabits a second at most") {
  const LaneResult lane =
      run_lanes(rdma, {{"message.size", "64KiB"}, {"pcie.generation", "1"}, {"pcie.lanes", "1"}}).lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(lane.goodput_gbps() < 2);
  CHECK(lane.goodput_gbps() > 1.5);
}

TEST_CASE("slow memory slows the kernel's copies, not RDMA beneath its bandwidth") {
  const auto with = [](const char* bandwidth) {
    return run_lanes({{"tcp", "kernel_tcp"}, {"rdma", "rdma"}},
                     {{"message.size", "256KiB"}, {"memory.bandwidth", bandwidth}});
  };
  // 120 Gb/s: more than the 100 Gb/s line, less than twice the rate of a copy.
  const Result slow = with("120Gbps");
  const auto book = static_cast<std::size_t>(Book::copy);
  const Ps copying = slow.lane("tcp").local.cpu.by_book[book];
  CHECK(copying >= Rate::gbps(120).time_of(2 * 256 * 1024));
  CHECK(slow.lane("rdma").goodput_gbps() > 70);
  CHECK(slow.lane("tcp").payload_intact);
  CHECK(slow.lane("rdma").payload_intact);
}

TEST_CASE("memory that DMA fills beyond the cache's share is counted in DRAM") {
  const LaneResult lane =
      run_lanes(rdma, {{"message.size", "64KiB"}, {"memory.llc", "200KiB"}}).lane("rdma");  // a tenth of it: 20 KiB
  CHECK(lane.counters.at("memory.dram_octets") > 65536 + 65536 - 20 * 1024);
  CHECK(lane.counters.at("memory.dram_octets") < 65536 + 65536);
}
