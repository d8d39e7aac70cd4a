#include <algorithm>

#include "transport/rc/retransmit/psn_set.h"
#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {
namespace {

/// Index of each parameter in SchemeValues.
enum Parameter { bdp, rto_low, rto_high, low_below, nak_each };

/// Selective repeat: knows from the receiver what has arrived, repeats the holes beneath it once, keeps at most one
/// bandwidth-delay product in flight. A lost repetition is left to the timer.
class Sender : public SenderScheme {
 public:
  explicit Sender(const SchemeValues& v) : values_(v) {}

  void start(Psn first) override {
    recovering_ = false;
    arrived_ = PsnSet{};
    arrived_.move(first);
    repeat_from_ = lost_before_ = first;
  }
  void sent(Psn p, bool again, Ps) override {
    if (again && p - repeat_from_ >= 0) repeat_from_ = p + 1;
  }
  void acknowledged(const SendWindow& w, Ps) override {
    arrived_.move(w.oldest);
    if (recovering_ && w.oldest - recovered_at_ >= 0) recovering_ = false;
    if (repeat_from_ - w.oldest < 0) repeat_from_ = w.oldest;
  }
  std::optional<Psn> nak(Psn expected, Psn seen, const SendWindow& w, Ps) override {
    if (seen - expected > 0) arrived_.add(seen);
    // What the last recovery has repeated already is not repeated again: it may be on its way.
    if (!recovering_) recover(w, repeat_from_, expected + 1);
    if (seen - lost_before_ > 0) lost_before_ = seen;
    return std::nullopt;
  }
  /// Nothing tells what has arrived above the last hole, so everything not known to be there counts as lost.
  /// The oldest may have arrived, been kept, and then found no receive work request (RNR): it has to come again.
  std::optional<Psn> timeout(const SendWindow& w, Ps) override {
    arrived_.remove(w.oldest);
    recover(w, w.oldest, w.sent);
    return std::nullopt;
  }
  std::optional<Psn> resend(const SendWindow& w, Ps) override {
    if (!recovering_) return std::nullopt;
    while (repeat_from_ - lost_before_ < 0 && repeat_from_ - w.sent < 0) {
      const Psn p = repeat_from_;
      ++repeat_from_;
      if (!arrived_.has(p)) return p;
    }
    return std::nullopt;
  }
  bool may_send_new(const SendWindow& w) const override { return w.in_flight() < values_[bdp]; }
  Ps timer(const SendWindow& w, Ps configured) const override {
    if (configured == never) return never;
    return static_cast<Ps>(values_[w.in_flight() < values_[low_below] ? rto_low : rto_high] * 1e6);
  }
  bool nak_costs_retry() const override { return false; }

 private:
  void recover(const SendWindow& w, Psn from, Psn lost_before) {
    recovering_ = true;
    recovered_at_ = w.sent;
    repeat_from_ = from;
    lost_before_ = lost_before;
  }

  SchemeValues values_;
  PsnSet arrived_;
  bool recovering_ = false;
  Psn recovered_at_;  // recovery ends when everything before is acknowledged
  Psn repeat_from_;   // next candidate
  Psn lost_before_;   // only what lies before something that arrived is lost
};

/// Keeps what comes early, within its bitmap, and names each such packet to the sender.
class Receiver : public ReceiverScheme {
 public:
  explicit Receiver(const SchemeValues& v) : window_(static_cast<std::uint32_t>(v[bdp])), each_(v[nak_each] != 0) {}
  Verdict early(Psn expected, Psn got) override {
    Verdict v;
    v.hold = got - expected <= static_cast<std::int32_t>(window_);
    v.nak_again = v.hold && each_;
    return v;
  }
  std::uint32_t window() const override { return window_; }
  bool nak_names_seen() const override { return true; }

 private:
  std::uint32_t window_;
  bool each_;
};

}  // namespace

Scheme irn() {
  return {"irn",
          "selective repeat with a bitmap, a cap of one bandwidth-delay product in flight, two timeouts",
          "Mittal et al., Revisiting Network Support for RDMA (IRN), SIGCOMM'18, section 3",
          {{"bdp", "packets", "most packets in flight; also the receiver's bitmap", 128, 4, 4096},
           {"rto_low", "us", "timeout with few packets in flight", 100, 1, 1e6},
           {"rto_high", "us", "timeout otherwise", 320, 1, 1e6},
           {"low_below", "packets", "fewer in flight than this are few", 3, 0, 4096},
           {"nak_each", "0/1", "a NAK for every early packet, or one for each gap as IBTA has it", 1, 0, 1}},
          128 + 3 * 24 + 1,
          128,
          [](const SchemeValues& v) -> std::unique_ptr<SenderScheme> { return std::make_unique<Sender>(v); },
          [](const SchemeValues& v) -> std::unique_ptr<ReceiverScheme> { return std::make_unique<Receiver>(v); }};
}

}  // namespace rocelab::rc
