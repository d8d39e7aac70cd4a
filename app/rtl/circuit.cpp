#include "app/rtl/circuit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/files.h"
#include "app/scratch_folder.h"

namespace rocelab::app {
namespace {

/// Runs a command and returns its exit status and all that it said.
std::pair<int, std::string> told_by(const std::string& command) {
  std::fflush(nullptr);
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw FileError("cannot start a shell");
  std::string text;
  std::array<char, 4096> piece;
  for (std::size_t n; (n = fread(piece.data(), 1, piece.size(), pipe)) > 0;) text.append(piece.data(), n);
  return {pclose(pipe), text};
}

nlohmann::json design(const std::filesystem::path& statistics) {
  return nlohmann::json::parse(read_text(statistics)).at("design");
}

}  // namespace

std::vector<std::filesystem::path> circuits() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(ROCELAB_RTL)) {
    if (entry.path().extension() == ".sv") all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string lint(const std::filesystem::path& circuit) {
  const auto [status, said] = told_by(fmt::format("verilator --lint-only --no-timing -Wall '{}'", circuit.string()));
  return status == 0 ? "" : said;
}

CircuitCost cost_of(const std::filesystem::path& circuit) {
  const ScratchFolder folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const std::string script = fmt::format(
      "read_verilog -sv {0}; hierarchy -top {1}; proc; flatten; opt_clean; tee -o {2} stat -json; "
      "synth -run coarse:fine -top {1}; opt -fast -full; opt -undriven -fine; techmap; opt -fast; abc -lut 6; "
      "opt_clean; tee -o {3} stat -json; tee -o {4} ltp -noff",
      circuit.string(), circuit.stem().string(), file("arrays.json"), file("cells.json"), file("path.txt"));
  const auto [status, said] = told_by(fmt::format("yosys -q -p '{}'", script));
  if (status != 0)
    throw FileError(fmt::format("yosys cannot map {} (apt-get install yosys): {}", circuit.string(), said));

  CircuitCost cost;
  cost.memory_bits = design(file("arrays.json")).at("num_memory_bits");
  const nlohmann::json cells = design(file("cells.json")).at("num_cells_by_type");
  for (const auto& [type, count] : cells.items()) {
    if (type == "$lut") cost.luts += count.get<std::uint64_t>();
    if (type.find("DFF") != std::string::npos) cost.flip_flops += count.get<std::uint64_t>();
  }
  const std::string path = read_text(file("path.txt"));
  const auto length = path.find("length=");
  if (length != std::string::npos) cost.depth = std::stoull(path.substr(length + 7));
  return cost;
}

}  // namespace rocelab::app
