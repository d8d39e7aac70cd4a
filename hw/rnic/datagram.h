#pragma once
#include <algorithm>
#include <array>

#include "hw/rnic/abi.h"
#include "hw/rnic/frame_builder.h"
#include "transport/ud/grh.h"

/// Datagrams: each WQE says where it goes, each buffer begins with the header it came with.
namespace rocelab::rnic {

/// The address segment of a datagram's WQE, which may wrap around the ring.
struct DatagramAddress {
  std::array<std::uint8_t, abi::AddressSegment::bytes> octets;
  abi::AddressSegment segment;

  DatagramAddress(const QueuePair& q, const rc::SendWork& work) {
    for (std::uint32_t i = 0; i < octets.size() / abi::segment_bytes; ++i)
      std::copy_n(q.sends.at(work.wqe, 1 + i), abi::segment_bytes, &octets[i * abi::segment_bytes]);
    segment = abi::AddressSegment::decode(octets.data());
  }
};

inline PacketPtr build_datagram(Device& device, const QueuePair& q, const rc::Segment& s) {
  const DatagramAddress address(q, *s.work);
  const abi::AddressSegment& to = address.segment;
  wire::RoceTemplate::Ends ends;
  ends.source_mac = device.addresses.mac;
  ends.destination_mac = to.mac;
  ends.source = device.addresses.gids[to.source_index];
  ends.destination = wire::Gid::from(to.gid);
  ends.source_port = static_cast<std::uint16_t>(0xc000 | ((q.number.value ^ to.qp.value * 31) & 0x3fff));
  ends.dscp = static_cast<std::uint8_t>(to.traffic_class >> 2);
  ends.ecn = static_cast<wire::Ecn>(to.traffic_class & 3);
  ends.hop_limit = to.hop_limit;
  const wire::RoceTemplate frames(ends);

  wire::Bth bth;
  bth.opcode = s.opcode == wire::Opcode::send_only_imm ? wire::Opcode::ud_send_only_imm : wire::Opcode::ud_send_only;
  bth.solicited = s.solicited;
  bth.destination = to.qp;
  bth.psn = s.psn;
  std::uint8_t* extension;
  PacketPtr packet = start_frame(device.pool, q, frames, bth, s.length, extension);
  // A Q_Key with its highest bit set stands for the one of the queue pair (IBTA vol. 1, 10.2.5).
  constexpr std::uint32_t own_qkey = 0x80000000;
  wire::Deth{to.qkey & own_qkey ? q.attributes.qkey : to.qkey, q.number}.encode(extension);
  rc::encode_extension(s, extension + wire::Deth::size);
  return packet;
}

/// The octets that a datagram leaves in its receive buffer.
inline PacketPtr behind_grh(PacketPool& pool, const wire::RoceView& v) {
  PacketPtr whole = pool.make(ud::grh_bytes + v.payload_length);
  ud::write_grh(v, whole->data);
  std::copy_n(v.payload, v.payload_length, whole->data + ud::grh_bytes);
  return whole;
}

}  // namespace rocelab::rnic
