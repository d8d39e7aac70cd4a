#pragma once
#include <string>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::scenarios {

/// The deepest queue of each port of the network, from the ports' own rows.
class PortTally {
 public:
  void declare(SignalId, const SignalDecl&);
  void change(const Change& c) {
    if (c.signal.value >= row_of_.size() || row_of_[c.signal.value] == no_row) return;
    Row& row = rows_[row_of_[c.signal.value]];
    row.last = c.value;
    if (c.value > row.deepest) row.deepest = c.value;
  }
  /// A lane's window opened: what stands in a queue now is the deepest so far.
  void open(const std::string& lane);
  /// Fills the ports of the result: those that held a queue or counted something by priority. Takes these counters out
  /// of the result's list.
  void fill(const std::string& lane, LaneResult&) const;

 private:
  struct Row {
    int lane;          // index of its name
    std::string port;  // "sw0.port1", "local.port0"
    std::uint64_t last = 0, deepest = 0;
  };
  static constexpr std::uint32_t no_row = UINT32_MAX;
  int index_of(const std::string& lane) const;

  std::vector<std::string> lanes_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> row_of_;  // by signal
};

}  // namespace rocelab::scenarios
