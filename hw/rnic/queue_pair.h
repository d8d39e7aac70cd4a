#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "hw/rnic/completions.h"
#include "hw/rnic/loss_account.h"
#include "hw/rnic/qp_signals.h"
#include "hw/rnic/rate_limit.h"
#include "hw/rnic/receive_queue.h"
#include "hw/rnic/send_queue.h"
#include "tlm/ring_buffer.h"
#include "tlm/wire/roce_frame.h"
#include "transport/allowed_run.h"
#include "transport/rc/early_packets.h"
#include "transport/rc/requester.h"
#include "transport/rc/responder.h"
#include "transport/uc/responder.h"
#include "transport/ud/responder.h"

namespace rocelab::rnic {

/// The context of one queue pair: its rings, both halves of its transport, its state. Reached only through
/// Transmitter (what it wants to send), Receiver (what arrived for it) and the commands.
class QueuePair : public rc::Requester::Owner {
 public:
  QueuePair(Device&, Completions&, Transmitter&, Qpn, const QpConfig&, ReceiveQueue* shared);

  const Qpn number;
  const QpConfig config;
  QpAttributes attributes;
  rc::Requester requester;
  const std::unique_ptr<ReceiveQueue> own_receives;
  ReceiveQueue* const receives;  // its own or a shared one
  rc::Responder responder;       // of a reliable connection
  uc::Responder uc_responder;    // of the other transports: one of the three is in use
  ud::Responder ud_responder;
  rc::EarlyPackets<PacketPtr> early;  // arrivals before their turn, of a scheme that keeps them
  SendQueue sends;
  wire::RoceTemplate frames;
  QpSignals signals;

  std::unique_ptr<RateLimit> rate;  // of requests and of what READs bring; null: none
  /// What the rate is shown as, if this is the queue pair that is shown.
  void show_rate();

  SilenceClock silence;      // of the requester
  OpenMessage open_message;  // of the responder

  bool scheduled = false;     // waits in the transmitter's ring, or for its context before it does
  bool context_here = false;  // was fetched for its next turn
  std::uint32_t lives = 0;    // how often it was reset: a packet of an earlier life says nothing about this one
  std::optional<rc::QpState> discards_in;  // the state of which it was told that packets are thrown away in it
  bool established = false;                // a packet has come since it could receive
  bool answered_last = false;  // its latest packet was a response: the next one is a request if there is any

  RingBuffer<PacketPtr> parked;  // arrivals behind, and with, one that waits for a receive work request
  bool parked_waits = false;
  /// Which of the 64 packets behind the expected one are held.
  std::uint64_t held_bitmap() const;
  const PacketPtr* arriving = nullptr;  // the packet whose octets place() is given
  bool placed = false;                  // place() took them

  void modify(const QpAttributes&, std::uint32_t mask);
  /// To the error state: everything outstanding completes with a flush error.
  void error();
  void send_doorbell(const abi::ControlSegment& newest, const std::uint8_t* octets, std::uint32_t bytes);
  void receive_doorbell(std::uint32_t posted);
  /// A request packet has arrived: the responder of its transport decides.
  rc::Arrival arrive(const wire::RoceView&, Tag, std::vector<protection::Piece>&);
  Psn expected() const {
    return config.transport == rc::Transport::uc ? uc_responder.expected() : responder.expected();
  }
  /// A receive work request has ended.
  void received(const rc::Received&, Tag);
  /// Makes sure that the requester is called when it wants to be.
  void arm_timer();

  /// Appends where `bytes` octets at `offset` of a work request lie in its SGEs; false if a key does not allow it.
  /// `rest`: what follows in the SGE of the last of them.
  bool locate(const rc::SendWork&, std::uint32_t offset, std::uint32_t bytes, protection::Access,
              std::vector<protection::Piece>&, protection::Request* rest = nullptr) const;
  /// The same of the next octets to send: packets of a message follow each other.
  bool locate_next(const rc::SendWork&, std::uint32_t offset, std::uint32_t bytes, std::vector<protection::Piece>&);
  /// Nothing to send and no timer to wait for: a responder between two acknowledgements.
  bool at_rest() { return requester.idle() && !responder.has_response(); }
  bool may_send() const { return attributes.state == rc::QpState::rts || attributes.state == rc::QpState::sqd; }
  Tag tag(MessageId message) const {
    Tag t = config.tag;
    t.message = message;
    return device_.here(t);
  }

  // rc::Requester::Owner
  rc::Status admit(const rc::SendWork&) override;
  rc::Status execute(const rc::SendWork&) override;
  rc::Status place(const rc::SendWork&, std::uint32_t offset, const std::uint8_t* octets, std::uint32_t) override;
  void completed(const rc::SendWork&, rc::Status, std::uint8_t syndrome) override;
  void rewound(Psn) override;
  void told_of_loss(std::uint32_t sent_since) override;
  void timed_out(Psn, std::uint8_t retries_left) override;
  void rnr_waits(Psn, Ps duration) override;

 private:
  void take_work();
  void complete(const rc::SendWork&, rc::Status, std::uint8_t syndrome);
  void send_error();
  void enter(rc::QpState);
  void set_up_frames();
  void set_up_responder();
  void set_up_requester();
  void report_drained();
  void flush_receives();
  void expire();
  void reset();

  Device& device_;
  Completions& completions_;
  Transmitter& transmitter_;
  bool drain_reported_ = false;
  struct Sending {
    protection::AllowedRun run;
    std::uint32_t wqe = 0, offset = 0;  // the message it is part of, and how far
  } sending_;
  Ps armed_for_ = never;
  std::vector<protection::Piece> pieces_;  // scratch
};

}  // namespace rocelab::rnic
