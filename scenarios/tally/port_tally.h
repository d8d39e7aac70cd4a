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
    if (c.signal.value < rows_.size() && rows_[c.signal.value].lane >= 0) deepen(rows_[c.signal.value], c.value);
  }
  /// A lane's window opened: what stands in a queue now is the deepest so far.
  void open(const std::string& lane);
  /// Fills the ports of the result: those that held a queue or counted something by priority. Takes these counters out
  /// of the result's list.
  void fill(const std::string& lane, LaneResult&) const;

 private:
  struct Row {
    int lane = -1;     // index of its name, -1: no queue
    std::string port;  // "sw0.port1", "local.port0"
    std::uint64_t last = 0, deepest = 0;
  };
  static void deepen(Row& row, std::uint64_t octets) {
    row.last = octets;
    if (octets > row.deepest) row.deepest = octets;
  }
  int index_of(const std::string& lane) const;

  std::vector<std::string> lanes_;
  std::vector<Row> rows_;  // by signal
};

}  // namespace rocelab::scenarios
