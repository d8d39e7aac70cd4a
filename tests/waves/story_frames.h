#pragma once
#include "tlm/packet_pool.h"
#include "tlm/psn.h"
#include "tlm/wire/aeth.h"
#include "tlm/wire/opcode.h"

namespace rocelab::test {

/// A TCP frame with right checksums; `forward` is from 10.0.0.1 to 10.0.0.2.
PacketPtr tcp_frame(PacketPool&, Tag, bool forward, std::uint8_t flags, std::uint32_t seq, std::uint32_t ack,
                    std::uint32_t payload);

/// An RDMA WRITE packet of 1 KiB whose ICRC is pending, from 10.0.0.1 to 10.0.0.2.
PacketPtr write_frame(PacketPool&, Tag, wire::Opcode, Psn);

/// An ACK or NAK on the way back.
PacketPtr ack_frame(PacketPool&, Tag, Psn, wire::Aeth);

}  // namespace rocelab::test
