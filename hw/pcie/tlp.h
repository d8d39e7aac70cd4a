#pragma once
#include <algorithm>
#include <cstdint>

#include "tlm/memory_port.h"

namespace rocelab::pcie {

// Octets of a TLP beside its payload: 8 of framing, sequence number and LCRC, and its header (64-bit addresses).
inline constexpr std::uint32_t write_overhead = 24;       // tlp_mwr64_overhead
inline constexpr std::uint32_t read_request_octets = 24;  // tlp_mrd64_overhead
inline constexpr std::uint32_t completion_overhead = 20;  // tlp_cpld_overhead

/// No request crosses such a boundary (Base Specification 2.2.7).
inline constexpr std::uint64_t boundary = 4096;
/// The unit in which credits of data are counted (2.6.1).
inline constexpr std::uint32_t credit_octets = 16;

constexpr std::uint32_t data_credits(std::uint64_t payload) {
  return static_cast<std::uint32_t>((payload + credit_octets - 1) / credit_octets);
}

/// How large TLPs may be, in octets; powers of two.
struct Limits {
  std::uint32_t mps = 256;   // mps_bytes: payload of a write or a completion
  std::uint32_t mrrs = 512;  // mrrs_bytes: a read request asks for no more
  std::uint32_t rcb = 64;    // rcb_bytes: completions of one request end at multiples of it
};

/// Memory as TLPs carry it: whole dwords, byte enables hide the rest.
struct Stretch {
  std::uint64_t begin, end;
  constexpr std::uint64_t octets() const { return end - begin; }
};
constexpr Stretch dwords(BusAddr at, std::uint64_t bytes) { return {at & ~3ULL, (at + bytes + 3) & ~3ULL}; }

/// Calls visit(Stretch) for every request that a stretch is cut into: `most` octets each, none across a boundary.
template <class Visit>
void cut(Stretch s, std::uint32_t most, Visit visit) {
  while (s.begin < s.end) {
    const std::uint64_t end = std::min({s.begin + most, (s.begin | (boundary - 1)) + 1, s.end});
    visit(Stretch{s.begin, end});
    s.begin = end;
  }
}

/// How many of `size` octets, a power of two, `octets` fill or begin.
constexpr std::uint32_t filled(std::uint64_t octets, std::uint32_t size) {
  return static_cast<std::uint32_t>((octets + size - 1) >> __builtin_ctz(size));
}

/// How many those are.
constexpr std::uint32_t pieces(Stretch s, std::uint32_t most) {
  std::uint32_t n = 0;
  while (s.begin < s.end) {
    const std::uint64_t end = std::min((s.begin | (boundary - 1)) + 1, s.end);
    n += filled(end - s.begin, most);
    s.begin = end;
  }
  return n;
}

/// Where the first completion of a request ends at the latest; it is as long as MPS and RCB allow. Assumption: a root
/// complex that cuts at every RCB, as some do, sends more.
constexpr std::uint64_t first_completion_end(std::uint64_t begin, const Limits& l) {
  return (begin + l.mps) & ~std::uint64_t{l.rcb - 1};
}

/// Calls visit(Stretch) for every completion of one read request, in order.
template <class Visit>
void complete(Stretch request, const Limits& l, Visit visit) {
  std::uint64_t end = first_completion_end(request.begin, l);
  for (; request.begin < request.end; end += l.mps) {
    visit(Stretch{request.begin, std::min(end, request.end)});
    request.begin = std::min(end, request.end);
  }
}

}  // namespace rocelab::pcie
