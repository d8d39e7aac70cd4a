#pragma once
#include <utility>
#include <vector>

#include "tlm/wire/ethernet.h"

namespace rocelab::fabric {

/// What a switch knows of each MAC address. Hashed, as in a chip, by a multiplication into a table that is at most half
/// full; a collision takes the next place. Looked up for every frame, where std::unordered_map would divide.
template <class Entry>
class MacTable {
 public:
  /// What is known, or null.
  const Entry* find(wire::MacAddress mac) const {
    for (std::size_t at = place(mac);; at = (at + 1) & (places_.size() - 1)) {
      if (!places_[at].used) return nullptr;
      if (places_[at].mac == mac) return &places_[at].entry;
    }
  }

  /// An empty entry at first.
  Entry& operator[](wire::MacAddress mac) {
    if (const Entry* known = find(mac)) return const_cast<Entry&>(*known);
    if (2 * ++used_ > places_.size()) grow();
    return take(mac);
  }

 private:
  struct Place {
    wire::MacAddress mac = 0;
    bool used = false;
    Entry entry{};
  };

  std::size_t place(wire::MacAddress mac) const { return mac * 0x9e3779b97f4a7c15 >> shift_; }  // Fibonacci hashing

  Entry& take(wire::MacAddress mac) {
    std::size_t at = place(mac);
    while (places_[at].used) at = (at + 1) & (places_.size() - 1);
    places_[at].mac = mac;
    places_[at].used = true;
    return places_[at].entry;
  }

  void grow() {
    std::vector<Place> before(2 * places_.size());
    before.swap(places_);
    --shift_;
    for (Place& p : before) {
      if (p.used) take(p.mac) = std::move(p.entry);
    }
  }

  unsigned shift_ = 64 - 4;
  std::size_t used_ = 0;
  std::vector<Place> places_{16};
};

}  // namespace rocelab::fabric
