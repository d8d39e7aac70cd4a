#pragma once
#include <array>
#include <cstring>

#include "tlm/wire/ethernet.h"

namespace rocelab::wire {

/// Destination of all MAC control frames; bridges do not forward it (802.3, 31B.1).
inline constexpr MacAddress mac_control_address = 0x0180c2000001;

/// Priority flow control (802.1Qbb, 802.3 annex 31D). Times in quanta of 512 bit times; 0 resumes.
struct PfcFrame {
  static constexpr std::uint32_t size = 60;  // with Ethernet header and padding, without FCS
  static constexpr std::uint16_t opcode = 0x0101;

  std::uint8_t enabled = 0;  // bit n: the time of priority n is meant
  std::array<std::uint16_t, 8> quanta{};

  void encode(std::uint8_t* at, MacAddress source) const {
    std::memset(at, 0, size);
    EthernetHeader{mac_control_address, source, EtherType::mac_control}.encode(at);
    put16(at + 14, opcode);
    put16(at + 16, enabled);
    for (std::size_t i = 0; i < 8; ++i) put16(at + 18 + 2 * i, quanta[i]);
  }
  static PfcFrame decode(const std::uint8_t* at) {
    PfcFrame f;
    f.enabled = at[17];
    for (std::size_t i = 0; i < 8; ++i) f.quanta[i] = get16(at + 18 + 2 * i);
    return f;
  }
};

/// Plain 802.3x PAUSE: the whole link.
struct PauseFrame {
  static constexpr std::uint32_t size = 60;
  static constexpr std::uint16_t opcode = 0x0001;

  std::uint16_t quanta = 0;

  void encode(std::uint8_t* at, MacAddress source) const {
    std::memset(at, 0, size);
    EthernetHeader{mac_control_address, source, EtherType::mac_control}.encode(at);
    put16(at + 14, opcode);
    put16(at + 16, quanta);
  }
  static PauseFrame decode(const std::uint8_t* at) { return {get16(at + 16)}; }
};

/// The MAC control opcode of a frame, or 0 when it is none.
inline std::uint16_t mac_control_opcode(const std::uint8_t* frame, std::uint32_t length) {
  const bool control = length >= 18 && EthernetHeader::decode(frame).type == EtherType::mac_control;
  return control ? get16(frame + 14) : 0;
}

}  // namespace rocelab::wire
