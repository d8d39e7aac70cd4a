#pragma once
#include "support/counts.h"

namespace rocelab::test {

/// What was counted, by id; octets of DMA that are not payload beside it.
struct Counted : Counts {
  void on_move(const Move& m) override {
    if (!m.payload) (m.mover == Mover::dma_read ? control_read : control_written) += m.bytes;
  }
  std::uint64_t operator[](std::string_view id) const { return Counts::operator[](Counter{id}); }
  std::uint64_t control_read = 0, control_written = 0;
};

}  // namespace rocelab::test
