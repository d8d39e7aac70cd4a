#pragma once
#include <algorithm>
#include <cstdint>

namespace rocelab::tcp {

/// Proportional rate reduction (RFC 6937, its slow-start bound): during a reduction segments leave in proportion to
/// those delivered, so that the flow comes down to ssthresh within a round trip without a pause or a burst.
class RateReduction {
 public:
  void begin(std::uint32_t cwnd) {
    prior_ = cwnd;
    delivered_ = out_ = 0;
  }
  void sent(std::uint32_t segments) { out_ += segments; }

  /// cwnd after `delivered` further segments; `clean`: the ACK advanced and no new loss was found.
  std::uint32_t window(std::uint32_t ssthresh, std::uint32_t in_flight, std::uint32_t delivered, bool clean) {
    delivered_ += delivered;
    const std::int64_t room = static_cast<std::int64_t>(ssthresh) - in_flight;
    std::int64_t may_send;
    if (room < 0) {
      const std::uint64_t owed = (static_cast<std::uint64_t>(ssthresh) * delivered_ + prior_ - 1) / prior_;
      may_send = static_cast<std::int64_t>(owed) - out_;
    } else {
      may_send = std::max<std::int64_t>(static_cast<std::int64_t>(delivered_) - out_, delivered) + (clean ? 1 : 0);
      may_send = std::min(room, may_send);
    }
    // The first resend leaves whatever the reckoning says.
    may_send = std::max<std::int64_t>(may_send, out_ == 0 ? 1 : 0);
    return static_cast<std::uint32_t>(std::max<std::int64_t>(1, in_flight + may_send));
  }
  bool active() const { return prior_ > 0; }

 private:
  std::uint32_t prior_ = 0;  // cwnd before the reduction
  std::uint32_t delivered_ = 0;
  std::uint32_t out_ = 0;
};

}  // namespace rocelab::tcp
