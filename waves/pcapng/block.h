#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelab::waves {

/// One block of a pcapng file (draft-ietf-opsawg-pcapng), little-endian on every machine. Lengths and padding to four
/// octets are its own affair.
class PcapngBlock {
 public:
  enum class Type : std::uint32_t { section = 0x0a0d0d0a, interface = 1, packet = 6 };

  /// `octets`: about how many it will take.
  explicit PcapngBlock(Type, std::size_t octets = 64);

  PcapngBlock& u16(std::uint16_t);
  PcapngBlock& u32(std::uint32_t);
  PcapngBlock& u64(std::uint64_t);
  /// A time stamp: the upper half first (section 4.3).
  PcapngBlock& time(std::uint64_t);
  /// Octets, then padding.
  PcapngBlock& octets(std::string_view);

  PcapngBlock& option(std::uint16_t code, std::string_view value);
  PcapngBlock& option_u8(std::uint16_t code, std::uint8_t value);
  PcapngBlock& option_u32(std::uint16_t code, std::uint32_t value);

  /// The whole block; the builder is empty afterwards.
  std::string finish();

 private:
  std::string octets_;
  bool options_ = false;
};

}  // namespace rocelab::waves
