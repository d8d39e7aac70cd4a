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

  void hold(Psn psn, Packet packet) {
    if (ring_.empty()) ring_.resize(size());
    at(psn) = {psn, std::move(packet)};
  }
  /// The packet with this number, or an empty one.
  Packet take(Psn psn) {
    if (ring_.empty() || !at(psn).packet || at(psn).psn != psn) return Packet{};
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
