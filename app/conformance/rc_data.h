#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/conformance/rc_value.h"
#include "tlm/wire/ip_address.h"

namespace rocelab::app::replay {

using Octets = std::vector<std::uint8_t>;

/// P(from) … P(from+length-1) with P(i) = (seed + 7·i + 37·⌊i/256⌋) mod 256.
Octets pattern(std::uint64_t seed, std::uint64_t from, std::uint64_t length);

/// The octets of a DATA value: hex, byte, seed, ip or cat. The addresses are what {"ip"} names.
/// Malformed when it is none, or longer than 16 MiB.
struct Addresses {
  wire::Ipv6Address device, peer;
};
Octets data(const Json& value, const Addresses&, std::string_view what);

/// An MR's `fill`: DATA without `len`, continued or cut to `length`; what hex and cat leave over is 0.
Octets fill(const Json& value, std::uint64_t length, const Addresses&, std::string_view what);

/// Failure "what: wanted … at octet n, got …" unless both are the same octets.
void expect_octets(const std::uint8_t* got, std::size_t n, const Octets& wanted, std::string_view what);

Octets from_hex(const Json& digits, std::string_view what);
std::string to_hex(const std::uint8_t* octets, std::size_t n);

}  // namespace rocelab::app::replay
