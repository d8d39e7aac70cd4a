#pragma once
#include <cstdint>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/wire/octets.h"

/// What software and NIC agree on in host memory and registers, shaped like mlx5: work queue elements of 64-octet
/// blocks built from 16-octet segments, 64-octet completions with an owner bit, big endian throughout.
/// The octets that mlx5 uses for a signature carry the number of the message here, which instrumentation wants.
namespace rocelab::rnic::abi {

using wire::get16;
using wire::get24;
using wire::get32;
using wire::get64;
using wire::put16;
using wire::put24;
using wire::put32;
using wire::put64;
using wire::put8;

inline constexpr std::uint32_t block_bytes = 64;
inline constexpr std::uint32_t segment_bytes = 16;

/// Opcodes of a WQE; numbers as mlx5.
enum class WqeOp : std::uint8_t {
  write = 0x08,
  write_imm = 0x09,
  send = 0x0a,
  send_imm = 0x0b,
  send_invalidate = 0x01,
  read = 0x10,
  compare_swap = 0x11,
  fetch_add = 0x12,
  bind_window = 0x18,
  local_invalidate = 0x1b,
};

enum WqeFlag : std::uint8_t { flag_solicited = 1, flag_completion = 2, flag_fence = 4, flag_inline = 8 };

/// First segment of a WQE. Its first eight octets are also what a doorbell write carries.
struct ControlSegment {
  WqeOp op = WqeOp::write;
  std::uint16_t index = 0;  // low 16 bits of its first block's free-running number
  Qpn qp{};
  std::uint8_t segments = 0;         // of 16 octets, this one included
  std::uint32_t message = 0xffffff;  // 24 bits
  std::uint8_t flags = 0;
  std::uint32_t imm = 0;  // immediate data, or the key to invalidate

  void encode(std::uint8_t* at) const {
    put8(at, 0), put16(at + 1, index), put8(at + 3, static_cast<std::uint8_t>(op));
    put24(at + 4, qp.value), put8(at + 7, segments);
    put24(at + 8, message), put8(at + 11, flags);
    put32(at + 12, imm);
  }
  static ControlSegment decode(const std::uint8_t* at) {
    return {static_cast<WqeOp>(at[3]), get16(at + 1), Qpn{get24(at + 4)}, at[7], get24(at + 8), at[11], get32(at + 12)};
  }
  /// The eight octets of a doorbell write.
  static ControlSegment decode_doorbell(const std::uint8_t* at) {
    ControlSegment c;
    c.op = static_cast<WqeOp>(at[3]), c.index = get16(at + 1), c.qp = Qpn{get24(at + 4)}, c.segments = at[7];
    return c;
  }
  std::uint32_t blocks() const { return (segments * segment_bytes + block_bytes - 1) / block_bytes; }
};

/// Remote address: second segment of WRITE, READ and atomics.
struct RemoteSegment {
  Va address = 0;
  Key rkey{};
  void encode(std::uint8_t* at) const { put64(at, address), put32(at + 8, rkey.value), put32(at + 12, 0); }
  static RemoteSegment decode(const std::uint8_t* at) { return {get64(at), Key{get32(at + 8)}}; }
};

struct AtomicSegment {
  std::uint64_t swap_or_add = 0;
  std::uint64_t compare = 0;
  void encode(std::uint8_t* at) const { put64(at, swap_or_add), put64(at + 8, compare); }
  static AtomicSegment decode(const std::uint8_t* at) { return {get64(at), get64(at + 8)}; }
};

/// A pointer to data; a receive WQE is a row of these, closed by one with key `end_of_list`.
struct DataSegment {
  static constexpr std::uint32_t end_of_list = 0x100;  // MLX5_INVALID_LKEY
  std::uint32_t length = 0;
  Key lkey{};
  Va address = 0;
  void encode(std::uint8_t* at) const { put32(at, length), put32(at + 4, lkey.value), put64(at + 8, address); }
  static DataSegment decode(const std::uint8_t* at) { return {get32(at), Key{get32(at + 4)}, get64(at + 8)}; }
};

/// What software has posted, beside the doorbells: eight octets in host memory that the NIC reads when a doorbell got
/// lost or is late (calibration row doorbell_record_bytes). Free-running: receive entries, 64-octet send blocks.
struct DoorbellRecord {
  static constexpr std::uint32_t bytes = 8;
  static constexpr std::uint32_t received_at = 0, sent_at = 4;  // MLX5_RCV_DBR, MLX5_SND_DBR
  std::uint32_t received = 0, sent = 0;
  static DoorbellRecord decode(const std::uint8_t* at) { return {get32(at + received_at), get32(at + sent_at)}; }
};

/// Inline data stands behind a 4-octet count with this bit, padded to whole segments.
inline constexpr std::uint32_t inline_bit = 0x80000000;

/// UD: where to send (an address handle's contents). The peer's GID and MAC stand in it, as in mlx5.
struct AddressSegment {
  static constexpr std::uint32_t bytes = 48;
  Qpn qp{};
  std::uint32_t qkey = 0;
  std::uint64_t mac = 0;
  std::uint8_t traffic_class = 0, hop_limit = 64, source_index = 0;
  const std::uint8_t* gid = nullptr;  // 16 octets
  void encode(std::uint8_t* at) const {
    put32(at, qp.value), put32(at + 4, qkey), put64(at + 8, mac);
    put8(at + 16, traffic_class), put8(at + 17, hop_limit), put8(at + 18, source_index);
    for (int i = 19; i < 32; ++i) put8(at + i, 0);
    for (int i = 0; i < 16; ++i) put8(at + 32 + i, gid[i]);
  }
  static AddressSegment decode(const std::uint8_t* at) {
    return {Qpn{get32(at)}, get32(at + 4), get64(at + 8), at[16], at[17], at[18], at + 32};
  }
};

/// Bind a memory window: follows the control segment.
struct BindSegment {
  static constexpr std::uint32_t bytes = 32;
  Key window{}, region{};
  Va address = 0;
  std::uint64_t length = 0;
  std::uint32_t access = 0;
  void encode(std::uint8_t* at) const {
    put32(at, window.value), put32(at + 4, region.value), put64(at + 8, address), put64(at + 16, length);
    put32(at + 24, access), put32(at + 28, 0);
  }
  static BindSegment decode(const std::uint8_t* at) {
    return {Key{get32(at)}, Key{get32(at + 4)}, get64(at + 8), get64(at + 16), get32(at + 24)};
  }
};

}  // namespace rocelab::rnic::abi
