#pragma once
#include <algorithm>
#include <vector>

#include "transport/memory_keys.h"

namespace rocelab::protection {

/// Memory that a check has allowed and that lies in one run on the bus: the packets of a message follow each other
/// through it, and what its first one was told holds for all, as long as no key, region or window has changed. Then,
/// and where a twin of the check wants to see every access, nothing is taken for granted.
class AllowedRun {
 public:
  /// What follows what was just allowed: asked for as a whole.
  void begin(const KeyTable& keys, Request rest) {
    left_ = 0;
    rest.length = std::min(rest.length, most);
    if (keys.has_twin() || rest.length == 0 || keys.check(rest) != Fault::none) return;
    const Piece run = keys.run(rest.key, rest.start, static_cast<std::uint32_t>(rest.length));
    at_ = run.address;
    left_ = run.length;
    version_ = keys.version();
  }

  /// The next `bytes` > 0 octets, as the only piece of `to`; false where the keys have to be asked.
  bool take(const KeyTable& keys, std::uint32_t bytes, std::vector<Piece>& to) {
    if (bytes > left_ || version_ != keys.version() || !to.empty()) return false;
    to.push_back({at_, bytes});
    at_ += bytes;
    left_ -= bytes;
    return true;
  }

  void end() { left_ = 0; }

 private:
  static constexpr std::uint64_t most = 1 << 20;  // looked ahead, so that no message costs more than its packets

  BusAddr at_ = 0;
  std::uint32_t left_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace rocelab::protection
