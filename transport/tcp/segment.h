#pragma once
#include <cstdint>

#include "tlm/wire/ip_address.h"
#include "tlm/wire/tcp.h"

/// What the machine and its owner hand each other: headers, and payload as a range of the stream. Addresses, ports,
/// checksums and the octets themselves are the owner's.
namespace rocelab::tcp {

/// A received segment, its checksum found right: its header as decoded, and how many octets of payload follow it.
struct SegmentIn {
  wire::TcpHeader header;
  std::uint32_t payload = 0;
  wire::Ecn ecn = wire::Ecn::not_ect;
  std::uint32_t frame_size = 0;  // payload of one frame where GRO merged several; 0: it came as one frame
  std::uint16_t frames = 1;      // how many GRO merged

  bool has(std::uint8_t flag) const { return header.flags & flag; }
};

/// A segment to be sent. Payload longer than `mss` is for the owner or its NIC to cut (TSO, frame_of()).
struct SegmentOut {
  wire::TcpHeader header;    // ports are the owner's
  std::uint64_t offset = 0;  // stream offset of the payload
  std::uint32_t payload = 0;
  std::uint32_t mss = 1;
  bool retransmission = false;
  bool probe = false;              // tail loss probe, window probe or keep-alive
  std::uint16_t transmission = 1;  // 1 the first time this range is sent, 2 for its first resend, …
  wire::Ecn ecn = wire::Ecn::not_ect;

  bool has(std::uint8_t flag) const { return header.flags & flag; }
  std::uint32_t frames() const { return payload <= mss ? 1 : (payload + mss - 1) / mss; }
};

/// What an arrival means to the owner of the buffers.
struct Arrival {
  // Store payload octets [skip, skip + length) at this stream offset; length 0: nothing.
  std::uint64_t offset = 0;
  std::uint32_t skip = 0;
  std::uint32_t length = 0;
  bool established = false;  // just now
  bool failed = false;       // error() says how
};

/// Frame i of a segment, 0 <= i < frames(): PSH and FIN go with the last frame, CWR with the first.
SegmentOut frame_of(const SegmentOut& segment, std::uint32_t i);

/// The RST that answers a segment for which there is no connection (RFC 9293, 3.10.7.1). A RST is never answered.
SegmentOut reset_for(const SegmentIn& segment);

}  // namespace rocelab::tcp
