#include "hw/rnic/cached_table.h"

#include <utility>

namespace rocelab::rnic {

CachedTable::CachedTable(Around around, const CacheFacts& facts, const Shape& shape)
    : around_(around), facts_(facts), shape_(shape), cache_(shape.cache) {}

void CachedTable::show(const std::string& scope, const std::string& name) {
  using Kind = SignalDecl::Kind;
  shown_ = around_.probe.reads(FactKind::change);
  if (!shown_) return;
  used_row_.id = around_.probe.declare(SignalDecl{scope, name + "_used", Kind::bits, 24, {}, Unit::nic});
  misses_row_.id = around_.probe.declare(SignalDecl{scope, name + "_misses", Kind::bits, 16, {}, Unit::nic});
}

void CachedTable::show_changes() {
  if (!shown_) return;
  const auto show = [this](Row& row, std::uint32_t value) {
    if (std::exchange(row.last, value) != value) around_.probe.change(row.id, value);
  };
  show(used_row_, cache_.occupancy());
  show(misses_row_, in_flight_ + queue_.size());
}

void CachedTable::install(std::uint64_t key) {
  if (shape_.cache.entries == 0) return;
  cache_.fill(key);
  show_changes();
}

void CachedTable::drop(std::uint64_t key) {
  cache_.drop(key);
  show_changes();
}

bool CachedTable::here(std::uint64_t key, Tag tag) {
  if (!waiting_.empty() && waiting_.count(key)) return false;
  const bool hit = cache_.touch(key);
  around_.probe.count(hit ? facts_.hits : facts_.misses, tag);
  return hit;
}

void CachedTable::await(std::uint64_t key, Tag tag, Action then) {
  std::vector<Action>& waiters = waiting_[key];
  waiters.push_back(std::move(then));
  if (waiters.size() > 1) return;
  around_.probe.moment(facts_.absent, tag, {{facts_.key, key}});
  queue_.push({key, tag});
  start();
}

void CachedTable::start() {
  while (!queue_.empty() && in_flight_ < shape_.misses_in_flight) read(queue_.pop());
  show_changes();
}

void CachedTable::read(const Miss& miss) {
  ++in_flight_;
  const Ps begin = around_.timeline.now();
  PacketPtr entry = around_.pool.make(shape_.entry_bytes);
  std::uint8_t* to = entry->data;
  around_.probe.open(facts_.fetch, miss.tag);
  around_.probe.move(Mover::dma_read, miss.tag, shape_.entry_bytes, false);
  around_.memory.read(shape_.home, to, shape_.entry_bytes, miss.tag,
                      [this, key = miss.key, tag = miss.tag, entry = std::move(entry), begin] {
                        around_.probe.close(facts_.fetch, tag, begin, shape_.entry_bytes);
                        arrived(key, tag);
                      });
}

void CachedTable::arrived(std::uint64_t key, Tag tag) {
  --in_flight_;
  if (cache_.fill(key)) around_.probe.count(facts_.evictions, tag);
  start();
  // Whoever comes while these run waits behind them: order within the entry.
  std::vector<Action>& waiters = waiting_[key];
  for (std::size_t i = 0; i < waiters.size(); ++i) {
    Action next = std::move(waiters[i]);
    next();
  }
  waiting_.erase(key);
}

}  // namespace rocelab::rnic
