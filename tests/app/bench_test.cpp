#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

TEST_CASE("bench measures the figures that the contract names") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("bench --json", folder.path());
  REQUIRE(ran.status == 0);
  const auto figures = nlohmann::json::parse(ran.out);
  for (const char* name :
       {"packet_hops_per_cpu_s", "tcp_packet_hops_per_cpu_s", "events_per_packet_hop", "kernel_events_per_cpu_s",
        "vcd_cost_ratio", "rtl_cost_ratio", "incast_cost_ratio", "peak_rss_mb"}) {
    INFO(name);
    CHECK(figures.at(name).get<double>() > 0);
  }
  // 100 MB in frames of 1024 B, each over two links.
  CHECK(figures["packet_hops"] == 100 * 977 * 2);
}
