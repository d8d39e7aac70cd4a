#pragma once
#include <optional>

#include "transport/memory_keys.h"
#include "transport/rc/objection.h"
#include "transport/rc/work.h"

namespace rocelab::rc {

/// Where a responder takes its receive work requests from: its own queue or a shared one.
class ReceiveSource {
 public:
  virtual ~ReceiveSource() = default;
  enum class Look : std::uint8_t { ready, fetching, empty };
  /// The oldest one not taken; `fetching` = there is one, but the NIC has not read it yet.
  virtual Look look(ReceiveWork&) = 0;
  virtual void take() = 0;
  /// How many are left, or nothing where that is not to be promised to one peer (shared queue).
  virtual std::optional<std::uint32_t> left() const = 0;
};

/// A receive work request has ended.
struct Received {
  enum class Kind : std::uint8_t { send, send_imm, send_invalidate, write_imm };
  Kind kind = Kind::send;
  Status status = Status::success;
  std::uint32_t index = 0;
  std::uint32_t bytes = 0;
  std::optional<Qpn> source;  // datagram: the sender; its IP header stands in the first 40 octets
  std::uint32_t imm = 0;      // immediate data or invalidated key
  bool solicited = false;
};

/// What came of a request packet, and what its owner has to do.
struct Arrival {
  enum class Kind : std::uint8_t {
    ignored,
    accepted,
    duplicate,
    held,     // keep the packet: it is early, and will be asked for by next_expected()
    dropped,  // early, and the scheme holds nothing
    refused,  // a NAK is on its way
    wait,     // a receive work request has to be fetched first: bring the packet again then
  };
  Kind kind = Kind::ignored;
  bool fatal = false;               // the QP goes to the error state
  protection::Refusal refusal;      // what the keys did not allow
  Objection objection;              // what else was wrong with the request
  bool stale = false;               // duplicate: a number from before this connection began
  bool wrong_qkey = false;          // datagram
  std::optional<std::uint8_t> nak;  // syndrome of the NAK that was queued
  Psn nak_psn{};
  bool restarted = false;  // what was accepted of the open message is forgotten
  bool completes = false;  // `received` is to be reported
  Received received;
  struct Atomic {
    bool swap = false;
    std::uint64_t swap_or_add = 0, compare = 0;
    protection::Request asked;  // its memory may be taken back before it is executed: to be checked again then
  };
  std::optional<Atomic> atomic;  // to be executed at the first piece, then atomic_done() or atomic_refused()
  bool message_ends = false;
  std::uint32_t message_bytes = 0;  // of SEND and WRITE, when it ends
};

}  // namespace rocelab::rc
