#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "tlm/units.h"

namespace rocelab::test {

/// What a dump says, free of how it says it: of each row the value that it took at each time, the last one where there
/// are several. Zeros in front are gone, and of an event only its happenings are left.
struct VcdValues {
  using Row = std::map<Ps, std::string>;

  std::map<std::string, Row> rows;  // by full name, with its range
  Ps first = -1, last = -1;

  /// The row's value at `t`; empty before its first one.
  static std::string at(const Row& row, Ps t) {
    const auto behind = row.upper_bound(t);
    return behind == row.begin() ? "" : std::prev(behind)->second;
  }
};

VcdValues read_vcd(const std::filesystem::path&);

}  // namespace rocelab::test
