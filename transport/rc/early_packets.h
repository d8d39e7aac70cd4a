#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "tlm/psn.h"

namespace rocelab::rc {

/// Packets that came before their turn, kept by a receiver of a selective scheme until the gap is closed. A ring whose
/// size is a power of two: only then do neighbours stay apart where the numbers wrap.
template <class Packet>
class EarlyPackets {
 public:
  /// `window`: how far beyond the expected packet one may lie.
  explicit EarlyPackets(std::uint32_t window) : window_(window) {}

  /// False: it was held already.
  bool hold(Psn psn, Packet packet) {
    if (ring_.empty()) ring_.resize(size());
    if (has(psn)) return false;
    at(psn) = {psn, std::move(packet)};
    return true;
  }
  bool empty() const { return ring_.empty(); }
  bool has(Psn psn) const {
    return !ring_.empty() && ring_[psn.value() & (ring_.size() - 1)].packet &&
           ring_[psn.value() & (ring_.size() - 1)].psn == psn;
  }
  /// The packet with this number, or an empty one.
  Packet take(Psn psn) {
    if (!has(psn)) return Packet{};
    return std::exchange(at(psn).packet, Packet{});
  }
  void clear() { ring_.clear(); }

 private:
  struct Held {
    Psn psn{};
    Packet packet{};
  };
  std::size_t size() const {
    std::size_t n = 1;
    while (n < window_ + 1) n *= 2;
    return n;
  }
  Held& at(Psn psn) { return ring_[psn.value() & (ring_.size() - 1)]; }

  std::uint32_t window_;
  std::vector<Held> ring_;  // empty until the first one
};

}  // namespace rocelab::rc
