#pragma once
#include <algorithm>

#include "hw/rnic/queue_pair.h"
#include "tlm/wire/traffic_class.h"

namespace rocelab::rnic {

/// Frames of a queue pair with every header written and room for the payload behind them.
inline PacketPtr start_frame(PacketPool& pool, const QueuePair& q, const wire::RoceTemplate& frames,
                             const wire::Bth& bth, std::uint32_t payload, std::uint8_t*& extension) {
  PacketPtr packet = pool.make(frames.frame_size(bth.opcode, payload));
  extension = frames.write(*packet, bth, payload);
  packet->payload = payload;
  packet->priority = q.config.priority;
  packet->lossless = q.config.lossless;
  return packet;
}

inline PacketPtr build(PacketPool& pool, QueuePair& q, const rc::Segment& s) {
  wire::Bth bth;
  // The same operations of the other transports differ in the upper bits only.
  bth.opcode =
      static_cast<wire::Opcode>(static_cast<unsigned>(s.opcode) | static_cast<unsigned>(q.config.transport) << 5);
  bth.solicited = s.solicited;
  bth.destination = q.attributes.remote;
  bth.ack_request = s.ack_request && q.config.transport == rc::Transport::rc;
  bth.psn = s.psn;
  std::uint8_t* extension;
  PacketPtr packet = start_frame(pool, q, q.frames, bth, s.length, extension);
  packet->transmission = s.transmission;
  packet->nak_resend = s.nak_resend;
  rc::encode_extension(s, extension);
  return packet;
}

/// The class of CNPs, so that they pass what congests: DSCP 48 and its priority, as ConnectX-4 sends them.
inline constexpr unsigned cnp_priority = 6;
inline constexpr wire::TrafficClass cnp_class{48, wire::Ecn::ect0};

/// A congestion notification packet (RoCEv2 annex, A17.9.3): BECN, and sixteen octets of nothing.
inline PacketPtr build_cnp(PacketPool& pool, QueuePair& q) {
  wire::Bth bth;
  bth.opcode = wire::Opcode::cnp;
  bth.becn = true;
  bth.destination = q.attributes.remote;
  std::uint8_t* extension;
  PacketPtr packet = start_frame(pool, q, q.frames, bth, 0, extension);
  std::fill_n(extension, wire::extension_size(bth.opcode), std::uint8_t{0});
  wire::set_traffic_class(*packet, cnp_class);
  packet->priority = Priority{cnp_priority};
  packet->lossless = false;
  return packet;
}

inline PacketPtr build(PacketPool& pool, QueuePair& q, const rc::Response& r) {
  wire::Bth bth;
  bth.opcode = r.opcode;
  bth.destination = q.attributes.remote;
  bth.psn = r.psn;
  bth.reserved6 = static_cast<std::uint8_t>(r.distance_seen >> 7 & 63);
  bth.reserved7 = static_cast<std::uint8_t>(r.distance_seen & 127);
  std::uint8_t* extension;
  PacketPtr packet = start_frame(pool, q, q.frames, bth, r.length, extension);
  const wire::OpcodeTraits t = wire::traits(r.opcode);
  if (t.aeth) r.aeth.encode(extension);
  if (t.atomic_ack) wire::AtomicAckEth{r.original}.encode(extension + wire::Aeth::size);
  return packet;
}

}  // namespace rocelab::rnic
