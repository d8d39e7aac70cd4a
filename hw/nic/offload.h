#pragma once
#include <functional>

#include "hw/nic/abi.h"
#include "tlm/packet_pool.h"

namespace rocelab::nic {

/// Hands `burst` to `send` as it is, or cut into frames of `first.mss` octets of payload (TSO): lengths, IPv4 id,
/// sequence numbers count on; FIN and PSH stay with the last frame, CWR with the first. Checksums are filled in where
/// the descriptor asks for it.
void for_each_segment(PacketPool&, const PacketPtr& burst, const TxDescriptor& first,
                      const std::function<void(PacketPtr)>& send);

}  // namespace rocelab::nic
