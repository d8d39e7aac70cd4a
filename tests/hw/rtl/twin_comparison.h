#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace rocelab::test {

/// What a run of random requests through mr_check.sv and through the class has shown.
struct TwinComparison {
  std::string difference;                   // of the first request where they part; empty for none
  std::array<std::uint64_t, 5> verdicts{};  // how many of each fault, by its number
};

/// `requests` of them, back to back with a gap now and then, so that the circuit's pipeline is full and runs empty.
TwinComparison compare_mr_check(std::uint64_t seed, std::uint64_t requests);

}  // namespace rocelab::test
