#pragma once
#include "transport/tcp/congestion/reno.h"

namespace rocelab::tcp {

/// DCTCP (RFC 8257): alpha follows the share of marked segments with gain 1/16; once a window cwnd *= 1 - alpha/2.
/// It grows as Reno does, and halves on a loss.
class Dctcp : public Reno {
 public:
  static constexpr std::uint32_t one = 1024;
  static constexpr unsigned gain_shift = 4;

  std::string_view name() const override { return "dctcp"; }
  bool needs_ecn() const override { return true; }

  std::uint32_t reduced(const CongestionWindow& w, Cause cause) override {
    before_ = w.cwnd();
    const std::uint32_t cut = cause == Cause::mark ? w.cwnd() * alpha_ / (2 * one) : w.cwnd() / 2;
    return std::max(w.cwnd() - cut, 2u);
  }
  std::uint32_t undone(const CongestionWindow& w) const override { return std::max(w.cwnd(), before_); }

  void acked(CongestionWindow&, const CongestionAck& ack) override {
    if (ack.una < round_end_) return;
    const std::uint64_t all = ack.delivered - delivered_, marked = ack.delivered_ce - delivered_ce_;
    alpha_ -= alpha_ >> gain_shift ? alpha_ >> gain_shift : alpha_;
    const auto rise = static_cast<std::uint32_t>((marked << (10 - gain_shift)) / std::max<std::uint64_t>(1, all));
    alpha_ = std::min(alpha_ + rise, one);
    delivered_ = ack.delivered;
    delivered_ce_ = ack.delivered_ce;
    round_end_ = ack.nxt;
  }

  /// Of 1024.
  std::uint32_t alpha() const { return alpha_; }

 private:
  std::uint32_t alpha_ = one;
  std::uint32_t before_ = 0;
  std::uint64_t delivered_ = 0, delivered_ce_ = 0;
  Seq round_end_ = 0;
};

}  // namespace rocelab::tcp
