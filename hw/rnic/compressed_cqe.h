#pragma once
#include "hw/rnic/completion_abi.h"

namespace rocelab::rnic::abi {

/// Several completions in one 64-octet entry, as mlx5's mini CQEs: what they share stands where it stands in a plain
/// entry, what differs in eight octets each before it (length, low halves of WQE number and message).
struct CompressedCqe {
  static constexpr std::uint32_t most = 6;
  static constexpr std::uint32_t mini_bytes = 8;
  static constexpr std::uint8_t flag = 0x80;  // of the last octet: this is one

  /// May `b` share an entry with `a`, which came before it? One queue pair, both successful, nothing that needs more
  /// room than a mini entry has.
  static bool joins(const Cqe& a, const Cqe& b) {
    const bool plain = b.op == CqeOp::requester || b.op == CqeOp::recv;
    return plain && a.op == b.op && a.qp == b.qp && a.status == rc::Status::success && b.status == a.status && !a.grh &&
           !b.grh && a.wqe >> 16 == b.wqe >> 16 && a.message >> 16 == b.message >> 16;
  }

  /// `all` holds 2 to `most` completions that may share an entry.
  template <class List>
  static void encode(const List& all, std::uint8_t* at) {
    all.front().encode(at);
    std::uint32_t n = 0;
    for (const Cqe& c : all) {
      std::uint8_t* mini = at + n++ * mini_bytes;
      put32(mini, c.bytes), put16(mini + 4, static_cast<std::uint16_t>(c.wqe));
      put16(mini + 6, static_cast<std::uint16_t>(c.message));
    }
    put8(at + 48, static_cast<std::uint8_t>(n));
    put8(at + 49, static_cast<std::uint8_t>(all.front().message >> 16));
    at[cqe_bytes - 1] |= flag;
  }
  /// Completions in an entry of either kind.
  static std::uint32_t count(const std::uint8_t* at) { return at[cqe_bytes - 1] & flag ? at[48] : 1; }
  static Cqe decode(const std::uint8_t* at, std::uint32_t index) {
    Cqe c = Cqe::decode(at);
    if (!(at[cqe_bytes - 1] & flag)) return c;
    const std::uint8_t* mini = at + index * mini_bytes;
    c.op = static_cast<CqeOp>((at[cqe_bytes - 1] & ~flag) >> 4);
    c.source = {}, c.grh = false, c.imm = 0;
    c.bytes = get32(mini);
    c.wqe = (c.wqe & 0xffff0000) | get16(mini + 4);
    c.message = std::uint32_t{at[49]} << 16 | get16(mini + 6);
    return c;
  }
};

}  // namespace rocelab::rnic::abi
