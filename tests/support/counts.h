#pragma once
#include <map>
#include <string>

#include "tlm/fact_sink.h"

namespace rocelab::test {

/// What was counted, by the names of the counters.
struct Counts : FactSink {
  std::map<std::string, std::uint64_t> by_name;

  void on_count(const Count& c) override { by_name[std::string(c.counter->id)] += c.n; }
  std::uint64_t operator[](const Counter& counter) const {
    const auto it = by_name.find(std::string(counter.id));
    return it == by_name.end() ? 0 : it->second;
  }
};

}  // namespace rocelab::test
