#include "tlm/event_queue.h"

namespace rocelab {
namespace {

/// std::push_heap keeps what is greatest in front.
constexpr auto later = [](const auto& a, const auto& b) { return b.before(a); };

}  // namespace

/// Mostly behind all others: of one time, whoever comes later is later.
void EventQueue::insert(Slot& slot, Node* node) {
  if (slot.tail->entry.before(node->entry)) {
    slot.tail->next = node;
    slot.tail = node;
    return;
  }
  Node** link = &slot.head;
  while ((*link)->entry.before(node->entry)) link = &(*link)->next;
  node->next = *link;
  *link = node;
}

void EventQueue::push_far(const Entry& entry) {
  far_.push_back(entry);
  std::push_heap(far_.begin(), far_.end(), later);
  far_first_ = far_.front().t;
}

/// Both begin with the same time.
bool EventQueue::near_wins_tie() const {
  const Node* near = first_near();
  return near && near->entry.before(far_.front());
}

EventQueue::Event& EventQueue::pop_far() {
  std::pop_heap(far_.begin(), far_.end(), later);
  Event& event = *far_.back().event;
  far_.pop_back();
  far_first_ = far_.empty() ? never : far_.front().t;
  const Node* near = first_near();
  first_ = near ? std::min(near->entry.t, far_first_) : far_first_;
  return event;
}

void EventQueue::add_node() { free_ = &nodes_.emplace_back(Node{{}, nullptr}); }

}  // namespace rocelab
