#pragma once
#include <cstdint>
#include <string_view>

#include "tlm/units.h"

namespace rocelab::tcp {

/// The sender's one timer. Linux has a single one too, and what it is set for tells what its expiry means.
class RetransmitTimer {
 public:
  enum class Kind : std::uint8_t {
    none,
    retransmission,  // RTO
    tail_probe,      // RFC 8985, 7.2
    reordering,      // RACK waits for a reordered segment, RFC 8985, 6.2
    window_probe,    // the peer's window is closed
  };

  static constexpr std::string_view names[]{"none", "RTO", "tail_probe", "reordering", "window_probe"};

  void set(Kind kind, Ps at) {
    kind_ = kind;
    at_ = at;
  }
  void clear() { set(Kind::none, never); }
  Kind kind() const { return kind_; }
  Ps at() const { return at_; }
  bool is(Kind kind) const { return kind_ == kind; }

 private:
  Kind kind_ = Kind::none;
  Ps at_ = never;
};

}  // namespace rocelab::tcp
