#pragma once
#include <array>

#include "host/verbs/objects.h"
#include "hw/rnic/abi.h"

namespace rocelab::verbs {

/// A send WQE as the library builds it before it stands in the ring.
struct SendWqe {
  std::array<std::uint8_t, 255 * rnic::abi::segment_bytes> octets;
  rnic::abi::ControlSegment control;
  std::uint32_t length = 0;  // of the message

  std::uint32_t bytes() const { return control.segments * rnic::abi::segment_bytes; }
  std::uint32_t blocks() const { return control.blocks(); }
};

/// What the library itself can tell to be wrong with a request: 0, or EINVAL.
int check(Qp&, const ibv_send_wr&);
/// Builds the WQE of a request that check() found good, for the ring's block `index`.
void build(const Qp&, const ibv_send_wr&, std::uint32_t index, SendWqe&);

/// Total octets of a scatter/gather list.
std::uint64_t octets_of(const ibv_send_wr&);
ibv_wc_opcode completion_of(ibv_wr_opcode);

}  // namespace rocelab::verbs
