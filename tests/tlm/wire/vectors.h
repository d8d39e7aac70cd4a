#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The packets of tests/data/conformance/icrc_vectors.json, as the tests of the wire formats need them.
namespace rocelab::wire::test {

using Octets = std::vector<std::uint8_t>;

Octets from_hex(const std::string& hex);
std::string to_hex(const std::uint8_t* octets, std::size_t n);

struct Vector {
  std::string name;
  Octets frame;  // Ethernet header to ICRC
  nlohmann::json l3, udp, ib;

  bool v6() const { return l3.at("ver") == 6; }
  std::uint32_t l3_size() const { return v6() ? 40 : 20; }
  const std::uint8_t* ip() const { return frame.data() + 14; }
  const std::uint8_t* bth() const { return ip() + l3_size() + 8; }
  /// A field of `ib`; numbers stand there as integers or as "0x…".
  std::uint64_t ib_number(const char* field) const;
};

const std::vector<Vector>& vectors();

/// Octets in a heap block of exactly their number, so that a sanitizer sees the first octet read past them.
class Exact {
 public:
  explicit Exact(const std::uint8_t* from, std::size_t n);
  const std::uint8_t* data() const { return octets_.get(); }
  std::uint32_t size() const { return size_; }

 private:
  std::unique_ptr<std::uint8_t[]> octets_;
  std::uint32_t size_;
};

}  // namespace rocelab::wire::test
