#pragma once
#include <cstddef>

namespace rocelab {

/// Asks the cache of the machine that runs the model to fetch octets which will be touched soon. Says nothing about the
/// modelled machine and changes no result. What waited long lies in memory: the octets of a frame in a deep queue, and
/// of the buffers that many hosts use in turn. A model knows of a transfer a good while before it moves the octets.
inline void prefetch(const void* at, std::size_t octets) {
  constexpr std::size_t line = 64;
  const char* const p = static_cast<const char*>(at);
  for (std::size_t i = 0; i < octets; i += line) __builtin_prefetch(p + i);
}

}  // namespace rocelab
