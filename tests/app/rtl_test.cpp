#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/rtl/circuit.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

std::filesystem::path circuit(const Scratch& folder, const std::string& name, const std::string& text) {
  const auto file = folder.path() / (name + ".sv");
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST_CASE("rtl finds every twin clean and tells what it costs") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("rtl --json", folder.path());
  REQUIRE(ran.status == 0);
  const auto all = nlohmann::json::parse(ran.out);
  REQUIRE(all.size() >= 1);
  CHECK(all[0]["name"] == "mr_check");
  CHECK(all[0]["lint"] == "clean");
  // Offset, request length and region length, the first verdict (never "out of bounds", so 2 bits), the second, three
  // flags.
  CHECK(all[0]["flip_flops"] == 3 * 64 + 2 + 3 + 3);
  CHECK(all[0]["luts"] > 0);
  CHECK(all[0]["depth"] > 0);
}

TEST_CASE("the cost of a circuit counts its flip-flops, LUTs and the bits of its arrays") {
  const Scratch folder;
  const auto file = circuit(folder, "fifo",
                            "module fifo(input logic clk_i, we_i, input logic [3:0] a_i, input logic [7:0] d_i,\n"
                            "            output logic [7:0] q_o, output logic [7:0] x_o);\n"
                            "  logic [7:0] mem [16];\n"
                            "  always_ff @(posedge clk_i) begin\n"
                            "    if (we_i) mem[a_i] <= d_i;\n"
                            "    q_o <= d_i;\n"
                            "  end\n"
                            "  assign x_o = mem[a_i] ^ d_i;\n"
                            "endmodule\n");
  const app::CircuitCost cost = app::cost_of(file);
  CHECK(cost.flip_flops == 8);
  CHECK(cost.memory_bits == 128);
  CHECK(cost.luts == 8);
  CHECK(cost.depth == 1);
}

TEST_CASE("lint tells of a latch") {
  const Scratch folder;
  const auto file = circuit(folder, "latch",
                            "module latch(input logic e_i, d_i, output logic q_o);\n"
                            "  always_comb if (e_i) q_o = d_i;\n"
                            "endmodule\n");
  CHECK_THAT(app::lint(file), Contains("LATCH"));
}

TEST_CASE("the MR check in RTL changes neither results nor frames of a run") {
  const Scratch folder;
  for (const char* scenario : {"1", "10", "42", "45"}) {
    INFO(scenario);
    const std::string run = std::string("run ") + scenario;
    CHECK(run_rocelab(run + " --out model", folder.path()).status == 0);
    CHECK(run_rocelab(run + " --set engine.mr_check=rtl --out rtl", folder.path()).status == 0);
    CHECK(text_of(folder.path() / "model/wire.pcapng") == text_of(folder.path() / "rtl/wire.pcapng"));
    auto summary = [&](const char* twin) {
      auto all = nlohmann::json::parse(text_of(folder.path() / twin / "summary.json"));
      all["config"].erase("engine");
      return all;
    };
    CHECK(summary("model") == summary("rtl"));
    CHECK_THAT(text_of(folder.path() / "rtl/trace.vcd"), Contains("rights_q"));
    CHECK_THAT(text_of(folder.path() / "model/trace.vcd"), !Contains("rights_q"));
  }
}
