#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/memory_keys.h"
#include "transport/rc/receive_buffers.h"
#include "transport/rc/responder_resources.h"
#include "transport/rc/responder_types.h"
#include "transport/rc/response_queue.h"
#include "transport/rc/retransmit/scheme.h"
#include "transport/rc/write_target.h"

namespace rocelab::rc {

/// The receiving half of a queue pair of a reliable connection: checks every request in the order of precedence,
/// says where its octets go, keeps the answers.
class Responder {
 public:
  struct Settings {
    std::uint32_t mtu = 1024;
    std::uint32_t access = 0;  // remote rights of the QP
    std::uint8_t max_dest_rd_atomic = 1;
    std::uint8_t min_rnr_timer = 0;
    bool advertise_credits = false;
    protection::ProtectionDomain domain{};
    Qpn self{};
  };

  Responder(protection::KeyTable&, ReceiveSource&, std::unique_ptr<ReceiverScheme>);

  void configure(const Settings&);
  void start(Psn expected) { first_ = expected_ = message_first_ = expected; }
  void reset();

  /// A request packet. The octets of its payload go to `pieces` (appended) when it is accepted.
  Arrival receive(const wire::RoceView&, Tag, std::vector<protection::Piece>& pieces);
  /// An atomic has been executed and found `original`.
  void atomic_done(Psn, std::uint64_t original);
  /// Its memory was taken back before it was executed: a NAK takes its place, and the QP goes to the error state.
  void atomic_refused(Psn);

  bool has_response();
  /// The next one carries octets of a READ.
  bool reads_next() { return has_response() && responses_.front().kind == ResponseQueue::Entry::Kind::read; }
  /// The next packet to send back; the payload of a READ response is gathered from `pieces` (appended).
  /// `fatal` is set when the memory may no longer be read: a NAK is returned and the QP goes to the error state.
  std::optional<Response> next(std::vector<protection::Piece>& pieces, bool& fatal);

  /// The error state: a receive work request in use, if any, ends so.
  std::optional<Received> abandon(Status);

  Psn expected() const { return expected_; }
  std::uint32_t msn() const { return msn_; }
  std::uint32_t hold_window() const { return scheme_->window(); }
  bool nak_pending() const { return nak_sent_; }

 private:
  enum class Open : std::uint8_t { none, send, write };

  Arrival early(const wire::RoceView&, Tag);
  Arrival duplicate(const wire::RoceView&, Tag);
  Arrival in_order(const wire::RoceView&, Tag, std::vector<protection::Piece>&);
  bool sequence_right(const wire::OpcodeTraits&) const;
  /// The right that an operation needs of the QP; 0 where none is asked for.
  static std::uint32_t right_of(const wire::OpcodeTraits&);
  bool length_right(const wire::RoceView&) const;
  /// What is wrong with the expected request before its keys are looked at.
  Objection objection(const wire::RoceView&) const;
  Arrival refuse(const wire::RoceView&, wire::NakCode, Tag, Status, const protection::Refusal& = {});
  Arrival invalid(const wire::RoceView&, Tag, const Objection&);
  Arrival not_ready(const wire::RoceView&, Tag);
  Arrival accept_data(const wire::RoceView&, Tag, std::vector<protection::Piece>&);
  Arrival accept_fetch(const wire::RoceView&, Tag, std::vector<protection::Piece>&);
  void finish_message(const wire::RoceView&, Arrival&);
  void queue_ack(Psn, Tag);
  std::uint8_t credits() const;
  protection::Request request(Key, protection::Access, Va, std::uint64_t length) const;

  protection::KeyTable& keys_;
  ReceiveSource& receives_;
  std::unique_ptr<ReceiverScheme> scheme_;
  Settings settings_;

  Psn expected_, message_first_;
  Psn first_;  // the connection's first number, or a later one: what lies before it was never part of it
  std::uint32_t msn_ = 0;
  bool nak_sent_ = false;  // of the present gap, or RNR
  bool rnr_sent_ = false;  // the expected packet found no receive work request

  Open open_ = Open::none;
  std::uint32_t offset_ = 0;  // octets of the open message received
  WriteTarget write_;

  ReceiveBuffers buffers_;  // of the receive work request in use

  ResponderResources resources_;
  ResponseQueue responses_;
};

}  // namespace rocelab::rc
