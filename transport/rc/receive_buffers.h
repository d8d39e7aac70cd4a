#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/memory_keys.h"
#include "transport/rc/responder_types.h"

namespace rocelab::rc {

/// A receive work request in use: its buffers, filled from the front while a message arrives.
struct ReceiveBuffers {
  bool taken = false;
  std::uint32_t index = 0;
  std::vector<Sge> sges;

  void take(const ReceiveWork& work, ReceiveSource& from) {
    index = work.index;
    sges.assign(work.sges, work.sges + work.count);
    taken = true;
    from.take();
  }

  std::uint64_t room() const {
    std::uint64_t octets = 0;
    for (const Sge& s : sges) octets += s.length;
    return octets;
  }

  /// Appends where `length` octets at `offset` of the message go; `pieces` is as it was unless that succeeds.
  Status place(const protection::KeyTable& keys, protection::ProtectionDomain pd, Qpn qp, std::uint32_t offset,
               std::uint32_t length, std::vector<protection::Piece>& pieces, protection::Refusal& refusal) const {
    if (std::uint64_t{offset} + length > room()) return Status::loc_len_err;
    const std::size_t before = pieces.size();
    for (const Sge& s : sges) {
      if (length == 0) break;
      if (offset >= s.length) {
        offset -= s.length;
        continue;
      }
      const std::uint32_t n = std::min(s.length - offset, length);
      const protection::Request request{s.lkey, false, pd, qp, protection::local_write, s.address + offset, n};
      if (const protection::Fault fault = keys.check(request); fault != protection::Fault::none) {
        refusal = {fault, request};
        pieces.resize(before);
        return Status::loc_prot_err;
      }
      keys.translate(s.lkey, s.address + offset, n, pieces);
      length -= n;
      offset = 0;
    }
    return Status::success;
  }

  /// The message whose last packet `v` is has arrived whole: `bytes` octets.
  Received finish(const wire::RoceView& v, std::uint32_t bytes) {
    taken = false;
    Received r;
    r.kind = v.op.write        ? Received::Kind::write_imm
             : v.op.imm        ? Received::Kind::send_imm
             : v.op.invalidate ? Received::Kind::send_invalidate
                               : Received::Kind::send;
    r.index = index;
    r.bytes = bytes;
    r.imm = v.op.imm ? v.imm().data : v.op.invalidate ? v.ieth().rkey.value : 0;
    r.solicited = v.bth.solicited;
    return r;
  }

  /// The work request ends without its message, if one is in use.
  std::optional<Received> abandon(Status status) {
    if (!taken) return std::nullopt;
    taken = false;
    Received r;
    r.status = status;
    r.index = index;
    return r;
  }
};

}  // namespace rocelab::rc
