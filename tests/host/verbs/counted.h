#pragma once
#include <map>
#include <string>

#include "tlm/fact_sink.h"

namespace rocelab::test {

/// What was counted, by id; octets of DMA that are not payload beside it.
struct Counted : FactSink {
  void on_count(const Count& c) override { of[std::string(c.counter->id)] += c.n; }
  void on_move(const Move& m) override {
    if (!m.payload) (m.mover == Mover::dma_read ? control_read : control_written) += m.bytes;
  }
  std::uint64_t operator[](const std::string& id) const {
    const auto it = of.find(id);
    return it == of.end() ? 0 : it->second;
  }
  std::map<std::string, std::uint64_t> of;
  std::uint64_t control_read = 0, control_written = 0;
};

}  // namespace rocelab::test
