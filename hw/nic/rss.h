#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tlm/wire/ip_address.h"

namespace rocelab::nic {

using RssKey = std::array<std::uint8_t, 40>;

/// The key of Microsoft's verification suite, which many drivers have as their default.
inline constexpr RssKey rss_key{0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3,
                                0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3,
                                0x80, 0x30, 0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

/// What tells a flow from another, as its frames say it: where they come from first.
struct Flow {
  wire::Gid source, destination;
  std::uint16_t source_port = 0, destination_port = 0;
};

/// The octets that a hash is taken over: addresses, 4 octets each for IPv4 and 16 for IPv6, then ports.
std::vector<std::uint8_t> rss_input(const Flow&, bool with_ports = true);

/// Toeplitz hash (Windows driver documentation, "RSS hashing functions"): for each bit of the input that is set, the 32
/// bits of the key that begin at its place are added without carry. At most 36 octets of input.
std::uint32_t toeplitz(const RssKey&, const std::vector<std::uint8_t>& input);

}  // namespace rocelab::nic
