#pragma once
#include "tlm/wire/roce_frame.h"

namespace rocelab::rc {

/// Largest message (IBTA vol. 1, 9.7.8).
inline constexpr std::uint32_t longest_message = 1u << 31;

/// Does the payload of a SEND or WRITE packet have the length that its place in the message asks for? `received`:
/// octets of the message before this packet; `whole`: length of the open WRITE (IBTA vol. 1, 9.7.4.1.6, 9.8.2.2.5).
inline bool data_length_right(const wire::RoceView& v, std::uint32_t mtu, std::uint32_t received, std::uint32_t whole) {
  const wire::OpcodeTraits& t = v.op;
  const std::uint32_t n = v.payload_length;
  if (n > mtu || ((t.first || t.middle) && n != mtu) || (t.last && n == 0)) return false;
  if (!t.write) return n <= longest_message - received || t.starts();
  if (t.starts()) {
    const std::uint32_t announced = v.reth().length;
    return t.only ? n == announced : announced > mtu && announced <= longest_message;
  }
  const std::uint32_t left = whole - received;
  return t.last ? n == left : left > mtu;
}

}  // namespace rocelab::rc
