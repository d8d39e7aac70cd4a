#include "waves/pcapng/block.h"

#include <utility>

namespace rocelab::waves {
namespace {

constexpr std::uint16_t end_of_options = 0;

void put(std::string& out, std::uint64_t value, std::size_t octets) {
  char little[8];
  for (std::size_t i = 0; i < sizeof little; ++i) little[i] = static_cast<char>(value >> 8 * i & 0xff);
  out.append(little, octets);
}

void put_at(std::string& out, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) out[at + i] = static_cast<char>(value >> 8 * i & 0xff);
}

}  // namespace

PcapngBlock::PcapngBlock(Type type, std::size_t octets) {
  octets_.reserve(octets);
  u32(static_cast<std::uint32_t>(type)).u32(0);
}

PcapngBlock& PcapngBlock::u16(std::uint16_t v) { return put(octets_, v, 2), *this; }
PcapngBlock& PcapngBlock::u32(std::uint32_t v) { return put(octets_, v, 4), *this; }
PcapngBlock& PcapngBlock::u64(std::uint64_t v) { return put(octets_, v, 8), *this; }

PcapngBlock& PcapngBlock::time(std::uint64_t t) {
  return u32(static_cast<std::uint32_t>(t >> 32)).u32(static_cast<std::uint32_t>(t));
}

PcapngBlock& PcapngBlock::octets(std::string_view value) {
  octets_ += value;
  octets_.append((4 - value.size() % 4) % 4, '\0');
  return *this;
}

PcapngBlock& PcapngBlock::option(std::uint16_t code, std::string_view value) {
  constexpr std::size_t longest = 0xffff;
  options_ = true;
  value = value.substr(0, longest);
  return u16(code).u16(static_cast<std::uint16_t>(value.size())).octets(value);
}

PcapngBlock& PcapngBlock::option_u8(std::uint16_t code, std::uint8_t value) {
  const char octet = static_cast<char>(value);
  return option(code, {&octet, 1});
}

PcapngBlock& PcapngBlock::option_u32(std::uint16_t code, std::uint32_t value) {
  options_ = true;
  return u16(code).u16(4).u32(value);
}

std::string PcapngBlock::finish() {
  if (options_) u16(end_of_options).u16(0);
  const auto length = static_cast<std::uint32_t>(octets_.size() + 4);
  put_at(octets_, 4, length);
  u32(length);
  return std::move(octets_);
}

}  // namespace rocelab::waves
