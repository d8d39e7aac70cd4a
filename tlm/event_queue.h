#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "tlm/units.h"

namespace rocelab {

/// What is due when: events in the order of their times, those of one time by the place they were given.
///
/// Nearly all that hardware waits for lies within a microsecond, however many hosts there are, while a heap sorts the
/// more slowly the more of them are pending. So the near future is a wheel of slots a few nanoseconds long, each with
/// the one or two events that fall into it (Brown's calendar queue, CACM 1988; Varghese and Lauck, SOSP'87, scheme 4):
/// an event costs the same among ten and among a thousand. What lies beyond the wheel (timeouts, programs) waits in a
/// heap and never moves over: the first of all is the earlier of two.
class EventQueue {
 public:
  /// Something that a module does whenever it is due: lives as long as the module, costs no construction.
  class Event {
   public:
    virtual void happen() = 0;

   protected:
    ~Event() = default;
  };

  /// The place of an event among others of equal time.
  using Ticket = std::uint64_t;

  /// Time of the first event, or `never`.
  Ps first() const { return first_; }

  /// `t` is no earlier than the time of the event that was taken last.
  void push(Ps t, Ticket place, Event& event) {
    const std::uint64_t slot = slot_of(t);
    if (slot - turned_ < slots) {
      push_near(static_cast<unsigned>(slot % slots), {t, place, &event});
    } else {
      push_far({t, place, &event});
    }
    first_ = std::min(first_, t);
  }

  /// Takes the first event out; there must be one.
  Event& pop() {
    turned_ = slot_of(first_);
    return first_ < far_first_ || near_wins_tie() ? pop_near() : pop_far();
  }

 private:
  static constexpr unsigned slot_bits = 14;  // 16.4 ns: a frame's time at 100 Gb/s has five of them and eight events
  static constexpr unsigned slots = 64;      // 1.05 us; as many as a word has bits

  struct Entry {
    Ps t;
    Ticket place;
    Event* event;
    bool before(const Entry& o) const { return t != o.t ? t < o.t : place < o.place; }
  };
  struct Node {
    Entry entry;
    Node* next;  // in its slot, or among the free ones
  };
  /// Sorted; what it names is there while its bit is set.
  struct Slot {
    Node *head, *tail;
  };

  static std::uint64_t slot_of(Ps t) { return static_cast<std::uint64_t>(t) >> slot_bits; }

  void push_near(unsigned at, const Entry& entry) {
    if (!free_) add_node();
    Node* const node = free_;
    free_ = node->next;
    *node = {entry, nullptr};
    if (held_ >> at & 1) return insert(wheel_[at], node);
    held_ |= 1ULL << at;
    wheel_[at] = {node, node};
  }

  /// From the slot where the wheel stands.
  Event& pop_near() {
    const auto at = static_cast<unsigned>(turned_ % slots);
    Node* const node = wheel_[at].head;
    const Node* next = wheel_[at].head = node->next;
    node->next = free_;
    free_ = node;
    if (!next) {
      held_ &= ~(1ULL << at);
      next = first_near();
    }
    first_ = next ? std::min(next->entry.t, far_first_) : far_first_;
    return *node->entry.event;
  }

  /// Once around from where the wheel stands; null when nothing is near.
  const Node* first_near() const {
    if (held_ == 0) return nullptr;
    const auto at = static_cast<unsigned>(turned_ % slots);
    const std::uint64_t ahead = held_ >> at | held_ << (slots - at) % slots;
    return wheel_[(at + static_cast<unsigned>(__builtin_ctzll(ahead))) % slots].head;
  }

  void insert(Slot&, Node*);
  void push_far(const Entry&);
  bool near_wins_tie() const;
  Event& pop_far();
  void add_node();

  Ps first_ = never;
  Ps far_first_ = never;
  std::uint64_t turned_ = 0;  // number of the slot up to which the wheel has turned
  std::uint64_t held_ = 0;    // bit: the slot holds something
  Node* free_ = nullptr;
  std::array<Slot, slots> wheel_{};  // by the number's low bits
  std::vector<Entry> far_;           // a heap, the first in front
  std::deque<Node> nodes_;           // addresses stay
};

}  // namespace rocelab
