#include "hw/nic/rss.h"

#include <stdexcept>

namespace rocelab::nic {
namespace {

void append(std::vector<std::uint8_t>& to, const wire::Gid& address) {
  to.insert(to.end(), address.octets.begin() + (address.is_ipv4() ? 12 : 0), address.octets.end());
}

void append(std::vector<std::uint8_t>& to, std::uint16_t port) {
  to.push_back(static_cast<std::uint8_t>(port >> 8));
  to.push_back(static_cast<std::uint8_t>(port));
}

}  // namespace

std::vector<std::uint8_t> rss_input(const Flow& flow, bool with_ports) {
  std::vector<std::uint8_t> octets;
  octets.reserve(36);
  append(octets, flow.source);
  append(octets, flow.destination);
  if (!with_ports) return octets;
  append(octets, flow.source_port);
  append(octets, flow.destination_port);
  return octets;
}

std::uint32_t toeplitz(const RssKey& key, const std::vector<std::uint8_t>& input) {
  if (input.size() + 4 > key.size()) throw std::logic_error("rss: more input than the key covers");
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    // 40 bits of the key: the window of this octet's first bit and the eight that it moves on by.
    std::uint64_t window = 0;
    for (std::size_t k = 0; k < 5; ++k) window = window << 8 | (i + k < key.size() ? key[i + k] : 0);
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (input[i] & 0x80u >> bit) hash ^= static_cast<std::uint32_t>(window >> (8 - bit));
    }
  }
  return hash;
}

}  // namespace rocelab::nic
