#pragma once
#include "hw/rnic/abi.h"
#include "transport/rc/status.h"

namespace rocelab::rnic::abi {

inline constexpr std::uint32_t cqe_bytes = 64;

/// What a completion is about.
enum class CqeOp : std::uint8_t {
  requester = 0,
  recv_write_imm = 1,
  recv = 2,
  recv_imm = 3,
  recv_invalidate = 4,
};

/// A completion queue entry. Its last octet holds the owner bit, which the NIC flips each time it laps the ring:
/// an entry is new when its owner bit equals the lap's parity (a fresh ring reads as owned by hardware).
struct Cqe {
  CqeOp op = CqeOp::requester;
  rc::Status status = rc::Status::success;
  std::uint8_t vendor = 0;  // syndrome of the NAK behind an error
  std::uint32_t wqe = 0;    // free-running number: send ring's first block, receive ring's entry, SRQ's entry
  std::uint32_t bytes = 0;
  std::uint32_t imm = 0;  // immediate data or invalidated key
  Qpn qp{};
  Qpn source{};      // UD
  bool grh = false;  // UD: the first 40 octets of the buffer are a GRH area
  std::uint32_t message = 0xffffff;
  bool owner = false;

  void encode(std::uint8_t* at) const {
    for (std::uint32_t i = 0; i < cqe_bytes; ++i) put8(at + i, 0);
    put24(at + 24, source.value), put8(at + 27, grh);
    put24(at + 32, message);
    put32(at + 36, imm);
    put32(at + 44, bytes);
    put8(at + 54, vendor), put8(at + 55, static_cast<std::uint8_t>(status));
    put24(at + 57, qp.value);
    // The upper half of the number stands in octets that mlx5 leaves to checksums.
    put16(at + 52, static_cast<std::uint16_t>(wqe >> 16)), put16(at + 60, static_cast<std::uint16_t>(wqe));
    put8(at + 63, static_cast<std::uint8_t>(static_cast<std::uint8_t>(op) << 4 | owner));
  }
  static Cqe decode(const std::uint8_t* at) {
    Cqe c;
    c.source = Qpn{get24(at + 24)}, c.grh = at[27];
    c.message = get24(at + 32);
    c.imm = get32(at + 36);
    c.bytes = get32(at + 44);
    c.vendor = at[54], c.status = static_cast<rc::Status>(at[55]);
    c.qp = Qpn{get24(at + 57)};
    c.wqe = static_cast<std::uint32_t>(get16(at + 52)) << 16 | get16(at + 60);
    c.op = static_cast<CqeOp>(at[63] >> 4), c.owner = at[63] & 1;
    return c;
  }
};

}  // namespace rocelab::rnic::abi
