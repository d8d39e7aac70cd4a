#pragma once
#include <vector>

#include "tlm/packet.h"
#include "tlm/wire/aeth.h"
#include "tlm/wire/extension.h"
#include "tlm/wire/opcode.h"
#include "transport/memory_keys.h"
#include "transport/rc/qp_state.h"

namespace rocelab::rc {

/// One packet from a responder back to its requester.
struct Response {
  wire::Opcode opcode = wire::Opcode::acknowledge;
  Psn psn{};
  wire::Aeth aeth{};
  std::uint16_t distance_seen = 0;  // NAK of a selective scheme
  std::uint64_t original = 0;       // atomic
  std::uint32_t length = 0;         // READ: payload, from the pieces handed out with it
  bool again = false;               // READ: asked for once more
  protection::Refusal refusal;      // READ: the memory may no longer be read, and this is why
  Tag tag;
};

/// What a responder still has to answer, strictly in PSN order: an ACK must not overtake the data of a READ before
/// it, for it would say that the data has been sent. Of ACKs in a row the newest says it all (coalescing).
class ResponseQueue {
 public:
  struct Entry {
    enum class Kind : std::uint8_t { ack, nak, read, atomic };
    Kind kind = Kind::ack;
    bool ready = true;  // atomic: executed
    Psn psn{};          // READ: of the next response
    wire::Aeth aeth{};
    std::uint16_t distance_seen = 0;
    std::uint64_t original = 0;
    Va va = 0;  // READ: what is left
    Key rkey{};
    std::uint32_t left = 0;
    bool begun = false;
    bool again = false;  // READ: asked for once more
    Tag tag;
  };

  explicit ResponseQueue(std::size_t capacity = 64) : ring_(capacity) {}

  void clear() { head_ = tail_ = fetches_ = 0; }
  bool empty() const { return head_ == tail_; }
  /// Room for a READ or atomic; the last places are kept for ACKs and NAKs.
  bool has_room() const { return tail_ - head_ + 4 < ring_.size(); }
  /// Room for one that was asked for once more: however often that happens, new ones find a place.
  bool has_room_again() const { return tail_ - head_ < ring_.size() / 4; }
  /// READs and atomics not yet answered wholly, without those asked for once more.
  std::uint32_t fetches() const { return fetches_; }

  Entry& front() { return ring_[head_ % ring_.size()]; }
  void pop() {
    if (counts(front())) --fetches_;
    ++head_;
  }
  void push(const Entry& e) {
    if (e.kind == Entry::Kind::ack && !empty() && back().kind == Entry::Kind::ack) {
      back() = e;
      return;
    }
    if (tail_ - head_ == ring_.size()) return;  // an ACK more or less: the requester asks again
    if (counts(e)) ++fetches_;
    ring_[tail_++ % ring_.size()] = e;
  }
  /// `from` and all behind it give way to `e`.
  void cut(const Entry& from, const Entry& e) {
    while (!empty()) {
      const Entry& last = back();
      if (counts(last)) --fetches_;
      --tail_;
      if (&last == &from) break;
    }
    push(e);
  }
  /// The unanswered atomic with this PSN, or nullptr.
  Entry* waiting_atomic(Psn psn) {
    for (std::size_t i = head_; i != tail_; ++i) {
      Entry& e = ring_[i % ring_.size()];
      if (e.kind == Entry::Kind::atomic && !e.ready && e.psn == psn) return &e;
    }
    return nullptr;
  }

 private:
  static bool counts(const Entry& e) {
    return !e.again && (e.kind == Entry::Kind::read || e.kind == Entry::Kind::atomic);
  }
  Entry& back() { return ring_[(tail_ - 1) % ring_.size()]; }

  std::vector<Entry> ring_;
  std::size_t head_ = 0, tail_ = 0;  // run free
  std::uint32_t fetches_ = 0;
};

}  // namespace rocelab::rc
