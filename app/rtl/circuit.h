#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace rocelab::app {

/// The SystemVerilog twins, in order of their names.
std::vector<std::filesystem::path> circuits();

/// What Verilator's lint has to say of a circuit with all warnings on; empty for nothing.
std::string lint(const std::filesystem::path& circuit);

/// What a circuit costs, as Yosys maps it: its own optimisation, ABC into 6-input LUTs, no vendor's carry chains.
struct CircuitCost {
  std::uint64_t luts = 0;
  std::uint64_t flip_flops = 0;
  std::uint64_t memory_bits = 0;  // in arrays, which are not mapped into flip-flops
  std::uint64_t depth = 0;        // LUTs on the longest way between two registers or pins
};

/// Throws FileError when Yosys is not there or does not take the circuit.
CircuitCost cost_of(const std::filesystem::path& circuit);

}  // namespace rocelab::app
