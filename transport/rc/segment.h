#pragma once
#include "tlm/wire/extension.h"
#include "tlm/wire/opcode.h"
#include "transport/rc/work.h"

namespace rocelab::rc {

/// One request packet that a requester wants on the wire: everything but its octets.
struct Segment {
  wire::Opcode opcode = wire::Opcode::send_only;
  Psn psn{};
  bool ack_request = false;
  bool solicited = false;
  std::uint16_t transmission = 1;  // 2 for the first time it is sent again
  bool nak_resend = false;         // the one resend by which a NAK that named this packet is answered
  const SendWork* work = nullptr;  // stands until the work completes
  std::uint32_t offset = 0;        // of the payload in the message
  std::uint32_t length = 0;        // of the payload
  std::uint32_t fetch_length = 0;  // READ: octets asked for, from `offset` on
};

/// The opcode of packet `index` of `packets` of such a message.
wire::Opcode opcode_of(SendOp, std::uint32_t index, std::uint32_t packets);

/// Writes the extension headers of a segment's opcode (RETH, AtomicETH, ImmDt, IETH).
void encode_extension(const Segment&, std::uint8_t* at);

}  // namespace rocelab::rc
