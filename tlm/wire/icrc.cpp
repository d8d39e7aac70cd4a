#include "tlm/wire/icrc.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "tlm/wire/bth.h"
#include "tlm/wire/crc32.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/udp.h"

namespace rocelab::wire {
namespace {

void put_little(std::uint8_t* at, std::uint32_t v) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(v >> 8 * i);
}

std::uint32_t get_little(const std::uint8_t* at) {
  return static_cast<std::uint32_t>(at[0]) | at[1] << 8 | at[2] << 16 | static_cast<std::uint32_t>(at[3]) << 24;
}

}  // namespace

std::uint32_t icrc(const std::uint8_t* ip, std::uint32_t length) {
  // The headers are copied to be masked; the payload is not.
  const bool v6 = ip[0] >> 4 == 6;
  const std::uint32_t l3 = v6 ? Ipv6Header::size : Ipv4Header::size;
  const std::uint32_t headers = l3 + UdpHeader::size + Bth::size;
  std::array<std::uint8_t, 8 + Ipv6Header::size + UdpHeader::size + Bth::size> masked;
  std::fill_n(masked.begin(), 8, std::uint8_t{0xff});
  std::uint8_t* m = masked.data() + 8;
  std::memcpy(m, ip, headers);
  if (v6) {
    m[0] |= 0x0f;
    m[1] = m[2] = m[3] = 0xff;
    m[7] = 0xff;
  } else {
    m[1] = m[8] = m[10] = m[11] = 0xff;
  }
  m[l3 + 6] = m[l3 + 7] = 0xff;
  m[l3 + UdpHeader::size + 4] = 0xff;
  return crc32(ip + headers, length - headers - icrc_size, crc32(masked.data(), 8 + headers));
}

void write_icrc(Packet& p) {
  if (p.icrc != Icrc::pending) return;
  const std::uint8_t* ip = p.data + EthernetHeader::size;
  put_little(p.data + p.length - icrc_size, icrc(ip, p.length - EthernetHeader::size));
  p.icrc = Icrc::written;
}

bool icrc_ok(const Packet& p) {
  if (p.icrc == Icrc::pending) return true;
  const std::uint32_t present = p.length < EthernetHeader::size ? 0 : p.length - EthernetHeader::size;
  if (present < Ipv4Header::size) return false;
  const std::uint8_t* ip = p.data + EthernetHeader::size;
  // The IP length, not the frame's, says where the ICRC stands: a short frame is padded behind it (802.3, 3.2.8).
  const bool v6 = ip[0] >> 4 == 6;
  const std::uint32_t length = v6 ? Ipv6Header::size + get16(ip + 4) : get16(ip + 2);
  const std::uint32_t headers = (v6 ? Ipv6Header::size : Ipv4Header::size) + UdpHeader::size + Bth::size;
  if (length > present || length < headers + icrc_size) return false;
  return get_little(ip + length - icrc_size) == icrc(ip, length);
}

}  // namespace rocelab::wire
