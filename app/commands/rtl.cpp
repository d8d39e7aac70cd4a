#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/rtl/circuit.h"

namespace rocelab::app {
namespace {

int rtl(bool json) {
  auto all = nlohmann::ordered_json::array();
  bool clean = true;
  for (const std::filesystem::path& circuit : circuits()) {
    const std::string complaints = lint(circuit);
    clean = clean && complaints.empty();
    if (!complaints.empty()) fmt::print(stderr, "{}", complaints);
    const CircuitCost cost = cost_of(circuit);
    all.push_back({{"name", circuit.stem().string()},
                   {"lint", complaints.empty() ? "clean" : "complaints"},
                   {"luts", cost.luts},
                   {"flip_flops", cost.flip_flops},
                   {"memory_bits", cost.memory_bits},
                   {"depth", cost.depth}});
  }
  if (json) {
    fmt::print("{}\n", all.dump(2));
  } else {
    fmt::print("{:<12} {:>10} {:>8} {:>12} {:>12} {:>7}\n", "circuit", "lint", "LUTs", "flip-flops", "memory bits",
               "depth");
    for (const auto& c : all) {
      fmt::print("{:<12} {:>10} {:>8} {:>12} {:>12} {:>7}\n", c["name"].get<std::string>(),
                 c["lint"].get<std::string>(), c["luts"].get<std::uint64_t>(), c["flip_flops"].get<std::uint64_t>(),
                 c["memory_bits"].get<std::uint64_t>(), c["depth"].get<std::uint64_t>());
    }
  }
  return clean ? done : refuted;
}

}  // namespace

Command rtl_command() {
  auto json = std::make_shared<bool>(false);
  return {"rtl", "lint the RTL twins and print what each costs in gates", {{"--json", "as JSON", json.get()}}, [json] {
            return rtl(*json);
          }};
}

}  // namespace rocelab::app
