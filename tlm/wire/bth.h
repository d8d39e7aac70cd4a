#pragma once
#include "tlm/ids.h"
#include "tlm/psn.h"
#include "tlm/wire/octets.h"
#include "tlm/wire/opcode.h"

namespace rocelab::wire {

inline constexpr std::uint16_t default_pkey = 0xffff;

/// Base transport header (IBTA vol. 1, 9.2). Reserved bits are kept as received.
struct Bth {
  static constexpr std::uint32_t size = 12;

  Opcode opcode = Opcode::send_only;
  bool solicited = false;
  bool migrated = true;
  std::uint8_t pad = 0;      // 0..3 octets behind the payload
  std::uint8_t version = 0;  // TVer, 4 bits
  std::uint16_t pkey = default_pkey;
  bool fecn = false;
  bool becn = false;
  std::uint8_t reserved6 = 0;
  Qpn destination{};
  bool ack_request = false;
  std::uint8_t reserved7 = 0;
  Psn psn{};

  void encode(std::uint8_t* at) const {
    put8(at, static_cast<std::uint8_t>(opcode));
    put8(at + 1, static_cast<std::uint8_t>(solicited << 7 | migrated << 6 | (pad & 3) << 4 | (version & 15)));
    put16(at + 2, pkey);
    put8(at + 4, static_cast<std::uint8_t>(fecn << 7 | becn << 6 | (reserved6 & 63)));
    put24(at + 5, destination.value);
    put8(at + 8, static_cast<std::uint8_t>(ack_request << 7 | (reserved7 & 127)));
    put24(at + 9, psn.value());
  }
  static Bth decode(const std::uint8_t* at) {
    Bth h;
    h.opcode = static_cast<Opcode>(at[0]);
    h.solicited = at[1] >> 7;
    h.migrated = at[1] >> 6 & 1;
    h.pad = at[1] >> 4 & 3;
    h.version = at[1] & 15;
    h.pkey = get16(at + 2);
    h.fecn = at[4] >> 7;
    h.becn = at[4] >> 6 & 1;
    h.reserved6 = at[4] & 63;
    h.destination = Qpn{get24(at + 5)};
    h.ack_request = at[8] >> 7;
    h.reserved7 = at[8] & 127;
    h.psn = Psn(get24(at + 9));
    return h;
  }
};

}  // namespace rocelab::wire
