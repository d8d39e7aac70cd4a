#pragma once
#include <algorithm>
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/allowed_run.h"

namespace rocelab::rc {

/// Where the octets of an incoming WRITE go, as its first packet said.
class WriteTarget {
 public:
  wire::Reth reth;

  /// Appends where the payload of `v`, `offset` octets into the message, goes. The whole range is checked at the first
  /// packet, and each packet's part again if anything has changed: the region may be gone meanwhile.
  protection::Refusal place(const protection::KeyTable& keys, protection::ProtectionDomain pd, Qpn qp,
                            const wire::RoceView& v, std::uint32_t offset, std::vector<protection::Piece>& pieces) {
    const bool starts = v.op.starts();
    const bool follows = !starts && offset == reached_ && v.payload_length > 0;
    reached_ = offset + v.payload_length;
    if (follows && run_.take(keys, v.payload_length, pieces)) return {};
    const wire::Reth to = starts ? v.reth() : reth;
    const std::uint64_t length = starts ? to.length : v.payload_length;
    const protection::Request request{to.rkey, true, pd, qp, protection::remote_write, to.va + offset, length};
    run_.end();
    if (const protection::Fault fault = keys.check(request); fault != protection::Fault::none) return {fault, request};
    if (v.payload_length > 0) keys.translate(to.rkey, to.va + offset, v.payload_length, pieces);
    reth = to;
    protection::Request rest = request;
    rest.start += v.payload_length;
    rest.length = to.length - std::min(to.length, reached_);
    run_.begin(keys, rest);
    return {};
  }

 private:
  protection::AllowedRun run_;
  std::uint32_t reached_ = 0;  // octets of the message placed
};

}  // namespace rocelab::rc
