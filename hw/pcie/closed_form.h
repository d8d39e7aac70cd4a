#pragma once
#include "hw/pcie/tlp.h"

namespace rocelab::pcie {

/// What a request puts on the link, counted without walking its TLPs.
struct Load {
  std::uint32_t tlps = 0;
  std::uint64_t octets = 0;  // overhead included
};

/// To the host: the TLPs of a write.
constexpr Load write_load(Stretch s, const Limits& l) {
  const std::uint32_t n = pieces(s, l.mps);
  return {n, s.octets() + std::uint64_t{n} * write_overhead};
}

/// To the host: the requests of a read.
constexpr Load request_load(Stretch s, const Limits& l) {
  const std::uint32_t n = pieces(s, l.mrrs);
  return {n, std::uint64_t{n} * read_request_octets};
}

/// To the device: the completions of one read request, which is no longer than MRRS and crosses no boundary.
constexpr Load completion_load(Stretch request, const Limits& l) {
  const std::uint64_t first = first_completion_end(request.begin, l);
  const std::uint32_t n = request.end <= first ? 1 : 1 + filled(request.end - first, l.mps);
  return {n, request.octets() + std::uint64_t{n} * completion_overhead};
}

/// To the device: the completions of a read of any length.
inline Load read_load(Stretch s, const Limits& l) {
  Load all;
  cut(s, l.mrrs, [&](Stretch request) {
    const Load one = completion_load(request, l);
    all.tlps += one.tlps;
    all.octets += one.octets;
  });
  return all;
}

}  // namespace rocelab::pcie
