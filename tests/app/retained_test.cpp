#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

/// Lanes of scenario 1 with these settings on top.
Json lanes_with(const std::string& settings) {
  const Scratch folder;
  const Ran ran = rocelab_stdout("run 1 --no-waves --json " + settings, folder.path());
  INFO(ran.out);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out)["lanes"];
}

}  // namespace

TEST_CASE("retained comes from a long run of the same lane, the traced run stays short") {
  const Json lanes = lanes_with(
      "--set lanes.rdma.network.loss=0.01 --set lanes.rdma.network.loss_spares=nak_resend"
      " --set message.size=64KiB --set message.inflight=16");
  CHECK(lanes["tcp"]["retained"].is_null());
  CHECK(lanes["tcp"]["retained_run"].is_null());
  const Json rdma = lanes["rdma"];
  CHECK(rdma["messages"] == 1);
  const Json run = rdma["retained_run"];
  CHECK(run["data_frames"] >= 100'000);
  CHECK(rdma["retained"].get<double>() ==
        Approx(run["goodput_gbps"].get<double>() / run["without_gbps"].get<double>()).epsilon(1e-3));
  // Go-back-N's closed form, with W as the NIC counted it.
  const double w = run["window_packets"];
  CHECK(w > 10);
  CHECK(rdma["retained"].get<double>() == Approx(0.99 / (1 + 0.01 * w)).epsilon(0.05));
}

TEST_CASE("a lane whose long run gives up retains nothing") {
  // Every NAK costs a retry, and messages of 64 packets hardly ever get through whole.
  const Json lanes = lanes_with(
      "--set lanes.rdma.network.loss=0.08 --set lanes.rdma.network.loss_spares=nak_resend"
      " --set rdma.scheme=go_back_0 --set message.size=64KiB");
  CHECK(lanes["rdma"]["retained"] == 0);
}

TEST_CASE("a fault by name is a fault of the long run, and gone from the one it is compared with") {
  const Json lanes = lanes_with(
      "--set message.size=64KiB --set message.inflight=16 --set network.faults.gap.trigger=every_nth"
      " --set network.faults.gap.n=1000 --set network.faults.gap.effect=drop");
  for (const char* lane : {"tcp", "rdma"}) {
    INFO(lane);
    CHECK(lanes[lane]["retained"].get<double>() > 0.01);
    CHECK(lanes[lane]["retained"].get<double>() < 0.99);
  }
}
