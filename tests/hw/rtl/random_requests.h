#pragma once
#include <algorithm>

#include "tlm/random.h"
#include "transport/mr_check.h"

namespace rocelab::test {

/// Requests and table entries that are random but near enough to each other that every verdict comes up often: most
/// fields fit, some are off, and lengths end at, before and behind the region's end, also around 2^64.
class RandomRequests {
 public:
  explicit RandomRequests(std::uint64_t seed) : random_(seed, "mr_check") {}

  struct Pair {
    protection::Request request;
    protection::Region region;
  };
  Pair next() {
    const protection::Region r = region();
    return {request(r), r};
  }
  bool one_in(std::uint32_t n) { return random_.below(n) == 0; }

 private:
  protection::Region region() {
    using protection::Region;
    Region r;
    r.kind = one_in(16) ? Region::Kind::free : one_in(2) ? Region::Kind::window : Region::Kind::region;
    r.lkey = Key{word()};
    r.rkey = one_in(64) ? r.lkey : Key{word()};
    r.domain = protection::ProtectionDomain{few()};
    r.access = rights();
    r.start = one_in(8) ? ~random_.below(8192) : magnitude();
    r.length = one_in(16) ? 0 : std::min(~r.start, magnitude());
    r.qp = Qpn{few()};
    r.bound = !one_in(8);
    return r;
  }

  protection::Request request(const protection::Region& r) {
    protection::Request q;
    q.remote = !one_in(3);
    const bool mixed_up = one_in(16);
    q.key = one_in(8) ? Key{word()} : q.remote != mixed_up ? r.rkey : r.lkey;
    q.domain = one_in(8) ? protection::ProtectionDomain{few()} : r.domain;
    q.qp = one_in(4) ? Qpn{few()} : r.qp;
    const protection::Access some = rights();
    q.need = one_in(4) ? some : static_cast<protection::Access>(some & r.access);
    const std::uint64_t inside = random_.below(r.length == ~std::uint64_t{0} ? r.length : r.length + 1);
    q.start = one_in(16) ? random_.next() : one_in(16) ? r.start - 1 : r.start + inside;
    const std::uint64_t rest = r.length - inside;
    q.length = one_in(8) ? random_.next() : one_in(4) ? rest + 1 : one_in(2) ? rest : random_.below(rest);
    return q;
  }

  std::uint32_t word() { return static_cast<std::uint32_t>(random_.next() >> 32); }
  std::uint32_t few() { return static_cast<std::uint32_t>(random_.below(4)); }
  protection::Access rights() { return static_cast<protection::Access>(random_.below(32)); }
  /// Of any number of bits.
  std::uint64_t magnitude() {
    const auto shift = random_.below(64);
    return random_.next() >> shift;
  }

  Random random_;
};

}  // namespace rocelab::test
