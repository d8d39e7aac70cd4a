#pragma once
#include <cstdint>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/psn.h"
#include "transport/rc/status.h"

namespace rocelab::rc {

/// A scatter/gather element: a piece of registered memory.
struct Sge {
  Va address = 0;
  std::uint32_t length = 0;
  Key lkey{};
};

enum class SendOp : std::uint8_t {
  write,
  write_imm,
  send,
  send_imm,
  send_invalidate,
  read,
  compare_swap,
  fetch_add,
  bind_window,
  local_invalidate,
};
constexpr bool is_send(SendOp op) { return op >= SendOp::send && op <= SendOp::send_invalidate; }
constexpr bool is_write(SendOp op) { return op <= SendOp::write_imm; }
constexpr bool is_atomic(SendOp op) { return op == SendOp::compare_swap || op == SendOp::fetch_add; }
/// Answered with data, so it occupies responder resources and is not completed by a plain ACK.
constexpr bool is_fetch(SendOp op) { return op == SendOp::read || is_atomic(op); }
/// Done inside the NIC: no packet, no PSN.
constexpr bool is_local(SendOp op) { return op >= SendOp::bind_window; }
/// Uses up a receive work request of the peer.
constexpr bool consumes_receive(SendOp op) { return is_send(op) || op == SendOp::write_imm; }

/// A work request of the send queue as the NIC has read it from its WQE.
struct SendWork {
  SendOp op = SendOp::write;
  bool signalled = false;
  bool fence = false;
  bool solicited = false;
  std::uint32_t wqe = 0;     // free-running number of its first 64-octet block in the ring
  std::uint16_t blocks = 1;  // how many it takes
  std::uint32_t length = 0;  // octets of the message
  std::uint32_t imm = 0;     // immediate data, or the key to invalidate
  Va remote = 0;
  Key rkey{};
  std::uint64_t compare = 0;
  std::uint64_t swap_or_add = 0;
  MessageId message = no_message;

  // Filled by the requester.
  Psn first{};
  std::uint32_t packets = 0;   // PSNs it takes
  std::uint32_t number = 0;    // counting messages from 1: what the MSN counts up to when it is done
  std::uint32_t answered = 0;  // fetches: responses received in order
  bool admitted = false;       // local checks passed
};

/// A work request of the receive queue.
struct ReceiveWork {
  std::uint32_t index = 0;  // free-running
  const Sge* sges = nullptr;
  std::uint32_t count = 0;
};

}  // namespace rocelab::rc
