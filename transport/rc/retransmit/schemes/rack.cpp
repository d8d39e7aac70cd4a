#include <algorithm>
#include <vector>

#include "transport/rc/retransmit/psn_set.h"
#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {
namespace {

/// Index of each parameter in SchemeValues.
enum Parameter { cap, reorder, probe };

/// When each packet in flight was last sent.
class SendTimes {
 public:
  Ps& operator[](Psn p) { return times_[p.value() & (times_.size() - 1)]; }
  void reserve(std::uint32_t in_flight, Psn newest) {
    if (in_flight < times_.size()) return;
    std::vector<Ps> wider(times_.size() * 2, 0);
    for (std::uint32_t i = 0; i < times_.size(); ++i) {
      const Psn p = newest + -static_cast<std::int64_t>(i);
      wider[p.value() & (wider.size() - 1)] = (*this)[p];
    }
    times_ = std::move(wider);
    reserve(in_flight, newest);
  }

 private:
  std::vector<Ps> times_ = std::vector<Ps>(256, 0);
};

/// Selective repeat that judges by time: a packet is lost when one that was sent later has arrived and a reordering
/// window has passed, so that a lost repetition is found like any other. A probe of the tail goes before the timeout.
class Sender : public SenderScheme {
 public:
  explicit Sender(const SchemeValues& v) : values_(v) {}

  void start(Psn first) override {
    *this = Sender(std::move(values_));
    oldest_ = first;
    arrived_.move(first), lost_.move(first), repeated_.move(first);
  }
  void sent(Psn p, bool again, Ps now) override {
    times_.reserve(static_cast<std::uint32_t>(std::max(0, p - oldest_)) + 2, p);
    times_[p] = now;
    lost_.remove(p);
    if (again) repeated_.add(p);
    if (!probed_ || !again) probe_at_ = now + probe_after();
  }
  void acknowledged(const SendWindow& w, Ps now) override {
    for (Psn p = oldest_; p - w.oldest < 0; ++p)
      if (!arrived_.has(p)) delivered(p, now);
    oldest_ = w.oldest;
    arrived_.move(oldest_), lost_.move(oldest_), repeated_.move(oldest_);
    probed_ = false;
    probe_at_ = w.in_flight() > 0 ? now + probe_after() : never;
    judge(w, now);
  }
  std::optional<Psn> nak(Psn expected, Psn seen, const SendWindow& w, Ps now) override {
    if (seen - expected > 0 && !arrived_.has(seen)) {
      arrived_.add(seen);
      delivered(seen, now);
    }
    judge(w, now);
    return std::nullopt;
  }
  std::optional<Psn> timeout(const SendWindow& w, Ps now) override {
    (void)now;
    arrived_.remove(w.oldest);  // it may have been kept, and then found no receive work request (RNR)
    for (Psn p = w.oldest; p - w.sent < 0; ++p)
      if (!arrived_.has(p)) lost_.add(p);
    return std::nullopt;
  }
  std::optional<Psn> resend(const SendWindow& w, Ps now) override {
    if (now >= judge_at_) judge(w, now);
    if (!lost_.empty()) {
      const Psn p = lost_.next(w.oldest, w.sent);
      lost_.remove(p);
      if (p - w.sent < 0) return p;
    }
    if (now < probe_at_ || w.in_flight() == 0) return std::nullopt;
    probe_at_ = never;  // one probe for each silence
    probed_ = true;
    return w.sent + -1;
  }
  Ps wakes(const SendWindow&) const override { return std::min(judge_at_, probe_at_); }
  bool may_send_new(const SendWindow& w) const override { return w.in_flight() < values_[cap]; }
  bool nak_costs_retry() const override { return false; }

 private:
  Ps reordering() const { return static_cast<Ps>(values_[reorder] * 1e6); }
  Ps probe_after() const { return std::max(2 * rtt_, static_cast<Ps>(values_[probe] * 1e6)); }

  void delivered(Psn p, Ps now) {
    const Ps t = times_[p];
    if (!repeated_.has(p)) rtt_ = now - t;  // which of two transmissions arrived is not known (Karn)
    newest_arrived_ = std::max(newest_arrived_, t);
  }
  void judge(const SendWindow& w, Ps now) {
    judge_at_ = never;
    if (arrived_.empty()) return;  // what is in flight was sent after everything that has arrived
    for (Psn p = w.oldest; p - w.sent < 0; ++p) {
      if (arrived_.has(p) || lost_.has(p) || times_[p] > newest_arrived_) continue;
      const Ps due = times_[p] + rtt_ + reordering();
      if (now >= due || newest_arrived_ - times_[p] > reordering()) {
        lost_.add(p);
      } else {
        judge_at_ = std::min(judge_at_, due);
      }
    }
  }

  SchemeValues values_;
  SendTimes times_;
  PsnSet arrived_, lost_, repeated_;
  Psn oldest_;
  Ps rtt_ = 0, newest_arrived_ = -1;
  Ps judge_at_ = never, probe_at_ = never;
  bool probed_ = false;
};

class Receiver : public ReceiverScheme {
 public:
  explicit Receiver(const SchemeValues& v) : window_(static_cast<std::uint32_t>(v[cap])) {}
  Verdict early(Psn expected, Psn got) override {
    Verdict v;
    v.hold = got - expected <= static_cast<std::int32_t>(window_);
    v.nak_again = v.hold;
    return v;
  }
  std::uint32_t window() const override { return window_; }
  bool nak_names_seen() const override { return true; }

 private:
  std::uint32_t window_;
};

}  // namespace

Scheme rack() {
  return {"rack",
          "selective repeat that tells loss from reordering by send times, with a tail loss probe",
          "RFC 8985 (RACK-TLP) in the terms of RC; NVIDIA's hardware selective repeat is of this kind",
          {{"window", "packets", "most packets in flight; also the receiver's bitmap", 512, 4, 4096},
           {"reorder", "us", "how much later a packet may arrive than one sent after it", 4, 0, 1e6},
           {"probe", "us", "least silence before the newest packet is sent again", 20, 1, 1e6}},
          512 * (32 + 3),
          512,
          [](const SchemeValues& v) -> std::unique_ptr<SenderScheme> { return std::make_unique<Sender>(v); },
          [](const SchemeValues& v) -> std::unique_ptr<ReceiverScheme> { return std::make_unique<Receiver>(v); }};
}

}  // namespace rocelab::rc
