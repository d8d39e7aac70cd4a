#pragma once
#include "tlm/wire/ip_address.h"

namespace rocelab::tcp {

/// The receiver's side of ECN (RFC 3168, 6.1.3): after a CE mark every ACK carries ECE until the sender answers CWR.
/// For DCTCP (RFC 8257, 3.2) ECE tells each segment's own mark, and a change of the mark is told at once.
class EcnEcho {
 public:
  enum class Urgency { none, soon, now };

  void enable(bool exact) {
    enabled_ = true;
    exact_ = exact;
  }
  bool enabled() const { return enabled_; }

  /// A data segment came with this codepoint: how urgent is its acknowledgement?
  Urgency received(wire::Ecn codepoint) {
    if (!enabled_) return Urgency::none;
    const bool ce = codepoint == wire::Ecn::ce;
    if (codepoint == wire::Ecn::not_ect) return seen_ ? Urgency::soon : Urgency::none;  // likely a resend
    seen_ = true;
    if (exact_) {
      const bool changed = ce != echo_;
      echo_ = ce;
      return changed ? Urgency::now : Urgency::none;
    }
    const bool fresh = ce && !echo_;
    echo_ = echo_ || ce;
    return fresh ? Urgency::soon : Urgency::none;
  }
  /// CWR came.
  void reduced() {
    if (!exact_) echo_ = false;
  }
  /// Acknowledgements carry ECE.
  bool echo() const { return echo_; }

 private:
  bool enabled_ = false;
  bool exact_ = false;
  bool seen_ = false;
  bool echo_ = false;
};

}  // namespace rocelab::tcp
