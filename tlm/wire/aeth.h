#pragma once
#include "tlm/wire/octets.h"

namespace rocelab::wire {

/// Reasons of a NAK (IBTA vol. 1, table 45), the low five bits of a syndrome of kind `nak`.
enum class NakCode : std::uint8_t {
  psn_sequence_error = 0,
  invalid_request = 1,
  remote_access_error = 2,
  remote_operational_error = 3,
  invalid_rd_request = 4,
};

/// ACK extended transport header (IBTA vol. 1, 9.7.5.1).
struct Aeth {
  static constexpr std::uint32_t size = 4;
  enum class Kind : std::uint8_t { ack = 0, rnr_nak = 1, reserved = 2, nak = 3 };
  /// Credit count of an ACK that grants none and limits none.
  static constexpr std::uint8_t no_credits = 31;

  std::uint8_t syndrome = 0;
  std::uint32_t msn = 0;  // 24 bits: messages completed

  static Aeth ack(std::uint32_t msn, std::uint8_t credits = no_credits) { return {credits, msn}; }
  static Aeth rnr(std::uint32_t msn, std::uint8_t timer) { return {static_cast<std::uint8_t>(0x20 | timer), msn}; }
  static Aeth nak(std::uint32_t msn, NakCode code) {
    return {static_cast<std::uint8_t>(0x60 | static_cast<std::uint8_t>(code)), msn};
  }

  Kind kind() const { return static_cast<Kind>(syndrome >> 5 & 3); }
  /// Credit code, RNR timer code or NAK code, by kind.
  std::uint8_t value() const { return syndrome & 31; }

  void encode(std::uint8_t* at) const { put8(at, syndrome), put24(at + 1, msn); }
  static Aeth decode(const std::uint8_t* at) { return {at[0], get24(at + 1)}; }
};

}  // namespace rocelab::wire
