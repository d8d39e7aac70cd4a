#pragma once
#include "tlm/ids.h"
#include "tlm/wire/octets.h"

/// The headers that may follow a BTH (IBTA vol. 1, 9.3), each by the name of the specification.
namespace rocelab::wire {

/// RDMA extended transport header: where a WRITE or READ acts.
struct Reth {
  static constexpr std::uint32_t size = 16;
  std::uint64_t va = 0;
  Key rkey{};
  std::uint32_t length = 0;  // of the whole message

  void encode(std::uint8_t* at) const { put64(at, va), put32(at + 8, rkey.value), put32(at + 12, length); }
  static Reth decode(const std::uint8_t* at) { return {get64(at), Key{get32(at + 8)}, get32(at + 12)}; }
};

struct AtomicEth {
  static constexpr std::uint32_t size = 28;
  std::uint64_t va = 0;
  Key rkey{};
  std::uint64_t swap_or_add = 0;
  std::uint64_t compare = 0;

  void encode(std::uint8_t* at) const {
    put64(at, va), put32(at + 8, rkey.value), put64(at + 12, swap_or_add), put64(at + 20, compare);
  }
  static AtomicEth decode(const std::uint8_t* at) {
    return {get64(at), Key{get32(at + 8)}, get64(at + 12), get64(at + 20)};
  }
};

struct AtomicAckEth {
  static constexpr std::uint32_t size = 8;
  std::uint64_t original = 0;

  void encode(std::uint8_t* at) const { put64(at, original); }
  static AtomicAckEth decode(const std::uint8_t* at) { return {get64(at)}; }
};

struct ImmDt {
  static constexpr std::uint32_t size = 4;
  std::uint32_t data = 0;

  void encode(std::uint8_t* at) const { put32(at, data); }
  static ImmDt decode(const std::uint8_t* at) { return {get32(at)}; }
};

struct Ieth {
  static constexpr std::uint32_t size = 4;
  Key rkey{};

  void encode(std::uint8_t* at) const { put32(at, rkey.value); }
  static Ieth decode(const std::uint8_t* at) { return {Key{get32(at)}}; }
};

struct Deth {
  static constexpr std::uint32_t size = 8;
  std::uint32_t qkey = 0;
  Qpn source{};

  void encode(std::uint8_t* at) const { put32(at, qkey), put32(at + 4, source.value); }
  static Deth decode(const std::uint8_t* at) { return {get32(at), Qpn{get24(at + 5)}}; }
};

}  // namespace rocelab::wire
