#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace rocelab::rnic {

/// Which entries of a table in host memory have a copy on the chip. Sets of equal size, the least recently used entry
/// of a set makes room; knows keys only, holds no contents and takes no time.
class Cache {
 public:
  struct Shape {
    std::uint32_t entries = 0;  // 0: the whole table fits, whatever its size
    std::uint32_t ways = 0;     // entries of a set; 0: one set of all (fully associative)
  };
  struct Figures {
    std::uint64_t hits = 0, misses = 0, evictions = 0;
  };

  explicit Cache(const Shape& shape) : limit_(shape.entries) {
    if (limit_ == 0) return;
    const std::uint32_t ways = shape.ways == 0 || shape.ways > limit_ ? limit_ : shape.ways;
    sets_.resize((limit_ + ways - 1) / ways);
    ways_ = ways;
  }

  /// Something that was once here may not be here now. While this is false nothing can miss and nobody needs to ask.
  bool can_miss() const { return figures_.evictions > 0; }

  /// An access: true if the entry is here; it is then the last of its set to go.
  bool touch(std::uint64_t key) {
    const auto found = slot_of_.find(key);
    if (found == slot_of_.end()) {
      ++figures_.misses;
      return false;
    }
    ++figures_.hits;
    Set& set = set_of(key);
    unlink(set, found->second);
    append(set, found->second);
    return true;
  }

  /// The entry comes onto the chip: written there by a command, or read from host memory. True if another one went.
  bool fill(std::uint64_t key) {
    if (limit_ == 0 || slot_of_.count(key)) return false;
    Set& set = set_of(key);
    const bool full = set.used == ways_;
    if (full) {
      ++figures_.evictions;
      drop(slots_[set.oldest].key);
    }
    std::uint32_t slot;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(slots_.size());
      slots_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    slots_[slot].key = key;
    slot_of_[key] = slot;
    append(set, slot);
    ++set.used;
    return full;
  }

  /// The entry is no more: its object was destroyed.
  void drop(std::uint64_t key) {
    const auto found = slot_of_.find(key);
    if (found == slot_of_.end()) return;
    Set& set = set_of(key);
    unlink(set, found->second);
    --set.used;
    free_.push_back(found->second);
    slot_of_.erase(found);
  }

  bool holds(std::uint64_t key) const { return slot_of_.count(key) > 0; }
  std::uint32_t occupancy() const { return static_cast<std::uint32_t>(slot_of_.size()); }
  const Figures& figures() const { return figures_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t older = none, newer = none;
  };
  struct Set {
    std::uint32_t oldest = none, newest = none, used = 0;
  };

  Set& set_of(std::uint64_t key) { return sets_[key % sets_.size()]; }
  void unlink(Set& set, std::uint32_t n) {
    const Slot& s = slots_[n];
    (s.older == none ? set.oldest : slots_[s.older].newer) = s.newer;
    (s.newer == none ? set.newest : slots_[s.newer].older) = s.older;
  }
  void append(Set& set, std::uint32_t n) {
    slots_[n].older = set.newest;
    slots_[n].newer = none;
    (set.newest == none ? set.oldest : slots_[set.newest].newer) = n;
    set.newest = n;
  }

  std::uint32_t limit_;
  std::uint32_t ways_ = 0;
  std::vector<Set> sets_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::uint64_t, std::uint32_t> slot_of_;
  Figures figures_;
};

}  // namespace rocelab::rnic
