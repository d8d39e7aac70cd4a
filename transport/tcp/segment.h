#pragma once
#include <cstdint>

#include "tlm/wire/ip_address.h"
#include "tlm/wire/tcp.h"

namespace rocelab::tcp {

/// A received segment: its header as decoded, and how many octets of payload follow it.
struct SegmentIn {
  wire::TcpHeader header;
  std::uint32_t payload = 0;
  wire::Ecn ecn = wire::Ecn::not_ect;
};

/// A segment to be sent. Payload longer than `mss` is for the owner or its NIC to cut (TSO): sequence numbers count
/// on, PSH and FIN belong to the last piece.
struct SegmentOut {
  wire::TcpHeader header;    // ports are the owner's
  std::uint64_t offset = 0;  // stream offset of the payload
  std::uint32_t payload = 0;
  std::uint32_t mss = 0;
  bool retransmission = false;
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

}  // namespace rocelab::tcp
