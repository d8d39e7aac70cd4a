#pragma once
#include "app/conformance/rc_data.h"
#include "app/conformance/rc_names.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/ip_address.h"

namespace rocelab::app::replay {

/// The subnet of a case: the device, its peer, and somebody else.
struct Subnet {
  wire::MacAddress device_mac = 0x020000000001, peer_mac = 0x020000000002;
  wire::Gid device[2], peer[2], other[2];  // [0] IPv4, [1] IPv6

  Subnet();
  Addresses addresses() const { return {device[1], peer[1]}; }
};

/// An opcode by its name or number.
std::uint8_t opcode_of(const Json&, std::string_view what);

/// The frame of an `rx` step, octet by octet as the step says, right or wrong, with its ICRC written.
PacketPtr build_frame(const Json& rx, const Names&, const Subnet&, PacketPool&);

}  // namespace rocelab::app::replay
