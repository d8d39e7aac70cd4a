#include "hw/nic/offload.h"

#include <algorithm>
#include <cstring>

#include "tlm/wire/ipv4.h"
#include "tlm/wire/tcp_frame.h"

namespace rocelab::nic {
namespace {

using namespace wire;

/// Makes the copied headers those of piece number `index` of a burst.
void mend_headers(Packet& p, std::uint32_t headers, std::uint32_t offset, std::uint16_t index, bool last) {
  std::uint8_t* ip = p.data + EthernetHeader::size;
  const bool v4 = ip[0] >> 4 == 4;
  const std::uint32_t l3 = v4 ? Ipv4Header::size : 40;
  const auto ip_length = static_cast<std::uint16_t>(p.length - EthernetHeader::size);
  if (v4) {
    put16(ip + 2, ip_length);
    put16(ip + 4, static_cast<std::uint16_t>(get16(ip + 4) + index));
    put16(ip + 10, 0);
    put16(ip + 10, Ipv4Header::checksum_of(ip));
  } else {
    put16(ip + 4, static_cast<std::uint16_t>(ip_length - l3));
  }
  std::uint8_t* tcp = ip + l3;
  put32(tcp + 4, get32(tcp + 4) + offset);
  if (!last) tcp[13] &= static_cast<std::uint8_t>(~(tcp_fin | tcp_psh));
  if (index > 0) tcp[13] &= static_cast<std::uint8_t>(~tcp_cwr);
  p.payload = p.length - headers;
}

}  // namespace

void for_each_segment(PacketPool& pool, const PacketPtr& burst, const TxDescriptor& first,
                      const std::function<void(PacketPtr)>& send) {
  const std::uint32_t headers = first.headers;
  const std::uint32_t payload = burst->length - headers;
  const auto finish = [&](PacketPtr p) {
    if (first.flags & tx_checksum) write_tcp_checksum(p->data, p->length);
    send(std::move(p));
  };
  if (first.mss == 0 || payload <= first.mss) return finish(burst);

  std::uint16_t index = 0;
  for (std::uint32_t at = 0; at < payload; at += first.mss, ++index) {
    const std::uint32_t n = std::min<std::uint32_t>(first.mss, payload - at);
    PacketPtr piece = pool.make(headers + n);
    std::memcpy(piece->data, burst->data, headers);
    std::memcpy(piece->data + headers, burst->data + headers + at, n);
    piece->length = headers + n;
    piece->tag = burst->tag;
    piece->transmission = burst->transmission;
    mend_headers(*piece, headers, at, index, at + n == payload);
    finish(std::move(piece));
  }
}

}  // namespace rocelab::nic
