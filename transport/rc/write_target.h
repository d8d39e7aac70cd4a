#pragma once
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/memory_keys.h"

namespace rocelab::rc {

/// Where the octets of an incoming WRITE go, as its first packet said.
struct WriteTarget {
  wire::Reth reth;

  /// Appends where the payload of `v`, `offset` octets into the message, goes. The whole range is checked at the first
  /// packet, and each packet's part again: the region may be gone meanwhile.
  protection::Refusal place(const protection::KeyTable& keys, protection::ProtectionDomain pd, Qpn qp,
                            const wire::RoceView& v, std::uint32_t offset, std::vector<protection::Piece>& pieces) {
    const bool starts = v.op.starts();
    const wire::Reth to = starts ? v.reth() : reth;
    const std::uint64_t length = starts ? to.length : v.payload_length;
    const protection::Request request{to.rkey, true, pd, qp, protection::remote_write, to.va + offset, length};
    if (const protection::Fault fault = keys.check(request); fault != protection::Fault::none) return {fault, request};
    if (v.payload_length > 0) keys.translate(to.rkey, to.va + offset, v.payload_length, pieces);
    reth = to;
    return {};
  }
};

}  // namespace rocelab::rc
