#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tlm/facts.h"

namespace rocelab::scenarios {

/// Latency of a message: from the moment the application calls to the moment the last byte is where it is wanted.
/// Which two moments these are depends on the operation (contract, latency_ns).
class LatencyTally {
 public:
  LatencyTally(std::string_view begin_kind, std::string_view end_kind) : begin_kind_(begin_kind), end_kind_(end_kind) {}

  void add(const Moment&);
  /// One per message that began and ended, in order of the message number.
  std::vector<Ps> result() const;

 private:
  struct Times {
    Ps begin = never;
    Ps end = never;
  };

  std::string begin_kind_, end_kind_;
  std::map<std::uint32_t, Times> messages_;
};

/// The middle value (the lower of two middle ones), and the value below which 99 % lie. 0 for an empty list.
Ps median(std::vector<Ps>);
Ps percentile_99(std::vector<Ps>);

}  // namespace rocelab::scenarios
