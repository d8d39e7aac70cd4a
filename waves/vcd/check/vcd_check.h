#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace rocelab::waves {

/// What a value change dump is held against.
enum class VcdRules {
  /// IEEE 1364-2005 clause 18 with the `string` variables of GTKWave, and what viewers silently get wrong or refuse: a
  /// missing time scale (GTKWave assumes 1 ns), time that goes back, codes that nobody declared, a code for variables
  /// of
  /// two sizes, a name for two nets, values wider than their variable, text with spaces or outside ASCII, no newline at
  /// the end.
  standard,
  /// Those, and what every trace of this program promises: every code once; a range behind every
  /// vector; `$dumpvars` once, right behind the first time, with a value for each variable but events; times that grow.
  own,
};

/// What is wrong with a file, "line n: …" each; nothing for a good one.
std::vector<std::string> check_vcd(const std::filesystem::path&, VcdRules);

}  // namespace rocelab::waves
