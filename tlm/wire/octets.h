#pragma once
#include <cstdint>

/// Network byte order: the most significant octet first.
namespace rocelab::wire {

inline void put8(std::uint8_t* at, std::uint8_t v) { at[0] = v; }
inline void put16(std::uint8_t* at, std::uint16_t v) {
  at[0] = static_cast<std::uint8_t>(v >> 8);
  at[1] = static_cast<std::uint8_t>(v);
}
inline void put24(std::uint8_t* at, std::uint32_t v) {
  at[0] = static_cast<std::uint8_t>(v >> 16);
  put16(at + 1, static_cast<std::uint16_t>(v));
}
inline void put32(std::uint8_t* at, std::uint32_t v) {
  put16(at, static_cast<std::uint16_t>(v >> 16));
  put16(at + 2, static_cast<std::uint16_t>(v));
}
inline void put64(std::uint8_t* at, std::uint64_t v) {
  put32(at, static_cast<std::uint32_t>(v >> 32));
  put32(at + 4, static_cast<std::uint32_t>(v));
}

inline std::uint16_t get16(const std::uint8_t* at) { return static_cast<std::uint16_t>(at[0] << 8 | at[1]); }
inline std::uint32_t get24(const std::uint8_t* at) { return static_cast<std::uint32_t>(at[0]) << 16 | get16(at + 1); }
inline std::uint32_t get32(const std::uint8_t* at) {
  return static_cast<std::uint32_t>(get16(at)) << 16 | get16(at + 2);
}
inline std::uint64_t get64(const std::uint8_t* at) {
  return static_cast<std::uint64_t>(get32(at)) << 32 | get32(at + 4);
}

}  // namespace rocelab::wire
