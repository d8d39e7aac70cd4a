#include "transport/tcp/retransmit_queue.h"

#include <algorithm>

namespace rocelab::tcp {

void RetransmitQueue::count(const Chunk& c, int sign) {
  const std::uint32_t n = sign * static_cast<std::int32_t>(c.segments);
  packets_ += n;
  if (c.sacked) sacked_ += n;
  if (c.lost) lost_ += n;
  if (c.resent) resent_ += n;
}

void RetransmitQueue::grow() {
  std::vector<Chunk> larger(ring_.size() * 2);
  for (std::size_t i = 0; i < size_; ++i) larger[i] = at(i);
  ring_ = std::move(larger);
  head_ = 0;
}

void RetransmitQueue::push(const Chunk& c) {
  if (size_ == ring_.size()) grow();
  at(size_++) = c;
  count(c, +1);
}

void RetransmitQueue::pop_front() {
  count(front(), -1);
  head_ = (head_ + 1) & (ring_.size() - 1);
  --size_;
}

std::uint32_t RetransmitQueue::trim_front(Seq una) {
  Chunk& c = at(0);
  const auto whole = static_cast<std::uint32_t>((una - c.begin) / c.mss);
  if (una <= c.begin || whole == 0) return 0;
  count(c, -1);
  c.begin += static_cast<Seq>(whole) * c.mss;
  c.segments -= std::min(whole, c.segments - 1);
  count(c, +1);
  return whole;
}

std::size_t RetransmitQueue::find(Seq where) const {
  if (empty() || where < front().begin || where >= back().end) return size_;
  std::size_t low = 0, high = size_ - 1;
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if ((*this)[middle].begin <= where) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

void RetransmitQueue::split(std::size_t i, Seq where) {
  if (size_ == ring_.size()) grow();
  count((*this)[i], -1);
  for (std::size_t k = size_++; k > i; --k) at(k) = at(k - 1);
  Chunk &left = at(i), &right = at(i + 1);
  left.end = right.begin = where;
  left.fin = left.push = false;
  for (Chunk* c : {&left, &right}) {
    c->segments = std::max(1u, (c->payload() + c->mss - 1) / c->mss);
    count(*c, +1);
  }
}

void RetransmitQueue::mark_sacked(std::size_t i) {
  Chunk& c = at(i);
  highest_sacked_ = sacked_ == 0 ? c.end : std::max(highest_sacked_, c.end);
  c.sacked = true;
  sacked_ += c.segments;
}

void RetransmitQueue::clear_sacked(std::size_t i) {
  sacked_ -= at(i).sacked ? at(i).segments : 0;
  at(i).sacked = false;
}

bool RetransmitQueue::mark_lost(std::size_t i) {
  Chunk& c = at(i);
  if (c.sacked || (c.lost && !c.resent)) return false;
  if (!c.lost) lost_ += c.segments;
  clear_resent(i);
  c.lost = true;
  lost_from_ = std::min(lost_from_, c.begin);
  return true;
}

void RetransmitQueue::clear_lost(std::size_t i) {
  lost_ -= at(i).lost ? at(i).segments : 0;
  at(i).lost = false;
}

void RetransmitQueue::mark_resent(std::size_t i, Ps now, std::uint64_t delivered) {
  Chunk& c = at(i);
  if (!c.resent) resent_ += c.segments;
  c.resent = true;
  c.sent = now;
  c.delivered = delivered;
  ++c.transmissions;
}

void RetransmitQueue::clear_resent(std::size_t i) {
  resent_ -= at(i).resent ? at(i).segments : 0;
  at(i).resent = false;
}

bool RetransmitQueue::merge_sacked(std::size_t i) {
  if (i == 0) return false;
  Chunk &a = at(i - 1), &b = at(i);
  const auto plain = [](const Chunk& c) { return c.sacked && !c.lost && !c.ever_resent(); };
  if (!plain(a) || !plain(b) || a.mss != b.mss || (a.end - a.begin) % a.mss != 0) return false;
  a.end = b.end;
  a.fin = b.fin;
  a.push = b.push;
  a.segments += b.segments;
  a.sent = std::max(a.sent, b.sent);
  a.delivered = std::max(a.delivered, b.delivered);
  for (std::size_t k = i; k + 1 < size_; ++k) at(k) = at(k + 1);
  --size_;
  return true;
}

std::size_t RetransmitQueue::next_lost() {
  if (lost_ == 0 || lost_from_ == INT64_MAX) return size_;
  std::size_t i = empty() || lost_from_ <= front().begin ? 0 : find(lost_from_);
  while (i < size_ && !((*this)[i].lost && !(*this)[i].resent && !(*this)[i].sacked)) ++i;
  lost_from_ = i < size_ ? (*this)[i].begin : INT64_MAX;
  return i;
}

}  // namespace rocelab::tcp
