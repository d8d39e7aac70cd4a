#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "tlm/wire/aeth.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/qp_state.h"
#include "transport/rc/resend_counts.h"
#include "transport/rc/retransmit/scheme.h"
#include "transport/rc/segment.h"

namespace rocelab::rc {

/// The sending half of a queue pair: takes work requests in order, cuts them into packets, and sees each one through
/// to its completion. It decides what to send; when, and moving the octets, is its owner's affair.
class Requester {
 public:
  struct Settings {
    Transport transport = Transport::rc;
    std::uint32_t mtu = 1024;
    std::uint32_t ack_request_every = 0;  // packets inside a long message between two AckReq; 0 = only its last
    Ps ack_timeout = never;
    /// Where a NIC has timers of its own: how long it waits the first time, the second, …, the last for good.
    std::vector<Ps> adaptive_timeouts = {};
    std::uint8_t retry_count = 7;
    std::uint8_t rnr_retry = 7;  // 7 = endless
    std::uint8_t max_rd_atomic = 1;
  };

  /// What the requester asks of, and tells, the queue pair it belongs to.
  class Owner {
   public:
    virtual ~Owner() = default;
    /// The local checks of a work request, once, before its first packet: success, or why it may not run.
    virtual Status admit(const SendWork&) = 0;
    /// Does a local operation (bind, invalidate).
    virtual Status execute(const SendWork&) = 0;
    /// Octets of a READ response or an atomic's result, for `offset` of the message: success, or why not.
    virtual Status place(const SendWork&, std::uint32_t offset, const std::uint8_t* octets, std::uint32_t length) = 0;
    /// In the order of posting; `syndrome` of the NAK behind an error. An error other than a flush ends the QP.
    virtual void completed(const SendWork&, Status, std::uint8_t syndrome) = 0;
    virtual void rewound(Psn) {}
    /// A NAK told of a lost packet, `sent_since` packets after it had been sent: W of the loss curves.
    virtual void told_of_loss(std::uint32_t sent_since) { (void)sent_since; }
    virtual void timed_out(Psn oldest, std::uint8_t retries_left) { (void)oldest, (void)retries_left; }
    virtual void rnr_waits(Psn, Ps duration) { (void)duration; }
  };

  Requester(Owner&, std::uint32_t capacity, std::unique_ptr<SenderScheme>);

  void configure(const Settings& s) { settings_ = s; }
  void start(Psn first);
  /// Forgets everything (RESET).
  void reset();

  bool has_room() const { return tail_ - head_ < works_.size(); }
  /// Takes a work request; needs has_room().
  void push(const SendWork&);
  bool idle() const { return head_ == tail_; }
  /// Everything that was begun is acknowledged (SQD).
  bool drained() const {
    const bool inside = cursor_ != tail_ && works_[cursor_ & (works_.size() - 1)].admitted;
    return window_.oldest == window_.sent && !inside;
  }

  /// The next packet to transmit now, if any; it counts as sent.
  std::optional<Segment> next(Ps now);
  /// A work request that turns out impossible after its first packet: ends with `status` when its turn comes.
  void give_up(const SendWork&, Status);
  /// A packet of an unreliable transport has left: its message may complete.
  void departed(Psn psn, Ps now) {
    if (settings_.transport != Transport::rc) advance(psn + 1, now);
  }

  /// An ACK or NAK, a READ response, an atomic's answer. `duplicate` and foreign ones are ignored.
  void acknowledge(const wire::RoceView&, Ps now);
  void read_response(const wire::RoceView&, Ps now);
  void atomic_response(const wire::RoceView&, Ps now);

  /// When time() wants to be called, or `never`.
  Ps wakes() const;
  void time(Ps now);

  /// QP in error: completes all that is left with a flush error.
  void flush();
  /// Stop beginning new messages (SQD); what was begun is finished.
  void hold(bool on) { held_ = on; }

  /// The peer had no receive work request for it: it waits out an RNR NAK.
  bool waits_for_receive() const { return rnr_until_ != never; }

  const SendWindow& window() const { return window_; }
  std::uint32_t rd_outstanding() const { return rd_outstanding_; }

 private:
  SendWork& at(std::uint32_t index) { return works_[index & (works_.size() - 1)]; }
  SendWork* containing(Psn, std::uint32_t* index = nullptr);
  bool may_begin(const SendWork&) const;
  bool window_takes(const SendWork&) const;
  Segment cut(const SendWork&, Psn) const;
  void count_sent(Segment&, Ps now);
  bool in_window(Psn p) const { return p - window_.oldest >= 0 && p - window_.sent < 0; }

  bool advance(Psn to, Ps now);
  void move_oldest(Psn to, Ps now);
  void retire();
  void fail(Status, std::uint8_t syndrome);
  void missing_response(Psn from, Psn seen, Ps now);
  bool spend_retry();
  void rewind(Psn, Ps now);
  void sequence_nak(Psn expected, Psn seen, Ps now);
  void rnr_nak(Psn, std::uint8_t syndrome, Ps now);
  void fatal_nak(Psn, Status, std::uint8_t syndrome, Ps now);
  void take_credits(const wire::Aeth&);
  Ps configured_timeout() const;
  void restart_timer(Ps now);
  SendWork* answered_by(Psn, Ps now);

  Owner& owner_;
  std::unique_ptr<SenderScheme> scheme_;
  const bool whole_messages_;  // as the scheme says
  Settings settings_;

  std::vector<SendWork> works_;  // ring; indices run free
  std::uint32_t head_ = 0, cursor_ = 0, tail_ = 0;
  SendWindow window_;
  Psn end_;                     // behind the last work request taken
  std::uint32_t messages_ = 0;  // taken
  ResendCounts counts_;

  std::uint32_t rd_outstanding_ = 0;
  std::uint8_t retries_left_ = 0, rnr_left_ = 0;
  Psn reached_;           // furthest that `oldest` has been
  Ps deadline_ = never;   // ACK timer
  Ps rnr_until_ = never;  // waiting; never = not
  bool held_ = false;

  std::optional<Psn> told_of_;           // missing packet of the latest sequence NAK that counted
  std::optional<Psn> asked_again_;       // first missing response of a fetch that has been asked for once more
  Psn asked_when_sent_;                  // window_.sent at that time
  std::optional<Psn> nak_named_;         // missing packet of the latest sequence NAK, until it has been sent again
  std::optional<Psn> nak_seen_;          // the latest arrival that NAKs told of: they name the holes before it
  std::optional<std::uint32_t> broken_;  // work request that failed its local checks
  Status broken_status_ = Status::success;

  bool limited_ = false;            // end-to-end credits
  std::uint32_t credit_limit_ = 0;  // last message number that may use up a receive
};

}  // namespace rocelab::rc
