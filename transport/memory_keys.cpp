#include "transport/memory_keys.h"

#include <algorithm>

namespace rocelab::protection {

std::uint32_t KeyTable::take_slot(std::deque<std::uint32_t>& free, std::size_t rest) {
  if (free.size() > rest) {
    const std::uint32_t slot = free.front();
    free.pop_front();
    return slot;
  }
  // Slot 0 stays empty: a key of small value is never valid.
  if (slots_.empty()) slots_.emplace_back();
  slots_.emplace_back();
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

void KeyTable::give_back(std::uint32_t slot, std::deque<std::uint32_t>& free) {
  slots_[slot].region = Region{};
  slots_[slot].pages.clear();
  slots_[slot].parent = 0;
  slots_[slot].window.reset();
  free.push_back(slot);
}

std::uint32_t KeyTable::first_tag(std::uint32_t slot) const {
  return static_cast<std::uint32_t>((secret_ + slot) * 0x9e3779b97f4a7c15 >> 52);
}

Key KeyTable::next_key(std::uint32_t slot) {
  // An odd step visits all 4096 lower parts before one returns.
  return Key{slot << tag_bits | ((first_tag(slot) + ++slots_[slot].generation * 0x5a5) & tag_mask)};
}

Key KeyTable::next_window_key(std::uint32_t slot) {
  return Key{slot << tag_bits | ((first_tag(slot) + (++slots_[slot].generation << 8)) & tag_mask)};
}

Registered KeyTable::add(ProtectionDomain pd, Va start, std::uint64_t length, Access access, std::vector<BusAddr> pages,
                         unsigned page_bits) {
  ++version_;
  const std::uint32_t index = take_slot(free_, rest);
  const Registered keys{next_key(index), next_key(index)};
  Slot& slot = slots_[index];
  slot.region = {Region::Kind::region, keys.lkey, keys.rkey, pd, access, start, length, Qpn{}, false};
  slot.pages = std::move(pages);
  slot.page_bits = page_bits;
  slot.windows = 0;
  ++live_;
  if (written_) written_(slot.pages, page_bits);
  return keys;
}

bool KeyTable::remove(Key lkey) {
  ++version_;
  Slot* slot = find(lkey);
  if (!slot || slot->region.kind != Region::Kind::region || slot->region.lkey != lkey || slot->windows > 0)
    return false;
  give_back(lkey.value >> tag_bits, free_);
  --live_;
  return true;
}

Key KeyTable::add_window(ProtectionDomain pd, WindowType type) {
  ++version_;
  const std::uint32_t index = take_slot(free_windows_, window_rest);
  const Key key = next_window_key(index);
  slots_[index].region = {Region::Kind::window, Key{}, key, pd, local_read, 0, 0, Qpn{}, false};
  slots_[index].window = type;
  slots_[index].parent = 0;
  return key;
}

KeyTable::Slot* KeyTable::find_window(Key rkey) {
  Slot* slot = find(rkey);
  return slot && slot->window && (slot->region.rkey.value ^ rkey.value) <= 0xff ? slot : nullptr;
}

void KeyTable::unbind(Slot& window) {
  if (window.parent != 0) --slots_[window.parent].windows;
  window.parent = 0;
  window.region.kind = Region::Kind::window;
  window.region.bound = false;
}

bool KeyTable::remove_window(Key rkey) {
  ++version_;
  Slot* slot = find_window(rkey);
  if (!slot) return false;
  unbind(*slot);
  give_back(rkey.value >> tag_bits, free_windows_);
  return true;
}

Fault KeyTable::bind(Key rkey, Key lkey, Qpn qp, ProtectionDomain pd, Va start, std::uint64_t length, Access access) {
  ++version_;
  Slot* window = find_window(rkey);
  if (!window) return Fault::unknown_key;
  if (window->region.domain != pd) return Fault::wrong_domain;
  const bool of_domain = window->window == WindowType::type_1;
  if (window->region.bound && !of_domain) return Fault::cannot_bind;  // type 2: invalidate first (IBTA 10.6.7.2.2)
  if (of_domain && length == 0) {
    unbind(*window);
    window->region.rkey = rkey;
    return Fault::none;
  }
  const Slot* region = find(lkey);
  if (!region) return Fault::unknown_key;
  if (const Fault fault = (*check_)({lkey, false, pd, qp, local_read, start, length}, region->region);
      fault != Fault::none)
    return fault;
  const Access held = region->region.access;
  // Remote writing through a window needs a region that may be written at all (IBTA C10-83).
  const bool writes = access & (remote_write | remote_atomic);
  if (!(held & mw_bind) || (writes && !(held & local_write))) return Fault::cannot_bind;
  unbind(*window);
  window->parent = lkey.value >> tag_bits;
  ++slots_[window->parent].windows;
  // To the check a window of type 1 is a region that no lkey opens: every QP of the domain may use it.
  const auto kind = of_domain ? Region::Kind::region : Region::Kind::window;
  window->region = {kind, Key{}, rkey, pd, access, start, length, of_domain ? Qpn{} : qp, true};
  return Fault::none;
}

Fault KeyTable::invalidate(Key rkey, Qpn qp, ProtectionDomain pd) {
  ++version_;
  Slot* slot = find(rkey);
  if (!slot || slot->region.kind == Region::Kind::free || slot->region.rkey != rkey) return Fault::unknown_key;
  if (slot->region.domain != pd) return Fault::wrong_domain;
  if (slot->region.kind != Region::Kind::window) return Fault::cannot_invalidate;
  if (!slot->region.bound) return Fault::unknown_key;
  if (slot->region.qp != qp) return Fault::wrong_domain;
  unbind(*slot);
  return Fault::none;
}

bool KeyTable::has_windows(Key lkey) const {
  const Slot* slot = find(lkey);
  return slot && slot->region.lkey == lkey && slot->windows > 0;
}

const Region* KeyTable::behind(Key key) const {
  const Slot* slot = find(key);
  if (!slot || slot->region.kind == Region::Kind::free) return nullptr;
  return slot->region.rkey == key || slot->region.lkey == key ? &slot->region : nullptr;
}

Fault KeyTable::check(const Request& request) const {
  if (request.length == 0) return Fault::none;
  const Slot* slot = find(request.key);
  return slot ? (*check_)(request, slot->region) : Fault::unknown_key;
}

void KeyTable::translate(Key key, Va start, std::uint32_t length, std::vector<Piece>& to) const {
  const Slot* slot = find(key);
  if (slot->parent != 0) slot = &slots_[slot->parent];
  const std::uint64_t page = 1ULL << slot->page_bits;
  std::uint64_t offset = (slot->region.start & (page - 1)) + (start - slot->region.start);
  while (length > 0) {
    const std::uint64_t within = offset & (page - 1);
    const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, page - within));
    const BusAddr at = slot->pages[offset >> slot->page_bits] + within;
    if (!to.empty() && to.back().address + to.back().length == at) {
      to.back().length += n;
    } else {
      to.push_back({at, n});
    }
    offset += n;
    length -= n;
  }
}

Piece KeyTable::run(Key key, Va start, std::uint32_t length) const {
  const Slot* slot = find(key);
  if (slot->parent != 0) slot = &slots_[slot->parent];
  const std::uint64_t page = 1ULL << slot->page_bits;
  const std::uint64_t offset = (slot->region.start & (page - 1)) + (start - slot->region.start);
  std::size_t i = offset >> slot->page_bits;
  const BusAddr at = slot->pages[i] + (offset & (page - 1));
  std::uint64_t n = page - (offset & (page - 1));
  for (++i; n < length && slot->pages[i] == at + n; ++i) n += page;
  return {at, static_cast<std::uint32_t>(std::min<std::uint64_t>(n, length))};
}

}  // namespace rocelab::protection
