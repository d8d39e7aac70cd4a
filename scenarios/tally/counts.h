#pragma once
#include <array>
#include <cstdint>
#include <map>

#include "tlm/facts.h"

namespace rocelab::scenarios {

/// Sums by counter. Each packet counts the same few, so a sum is looked for first where it was found last.
class Counts {
 public:
  Counts() = default;
  Counts(Counts&&) = default;

  void add(const Counter* counter, std::uint64_t n) {
    Sum*& likely = likely_[reinterpret_cast<std::uintptr_t>(counter) * 0x9e3779b97f4a7c15 >> 58];
    if (!likely || likely->first != counter) likely = &*sums_.try_emplace(counter, 0).first;
    likely->second += n;
  }

  auto begin() const { return sums_.begin(); }
  auto end() const { return sums_.end(); }

 private:
  using Sums = std::map<const Counter*, std::uint64_t>;
  using Sum = Sums::value_type;

  Sums sums_;                      // addresses stay, also when the whole is moved
  std::array<Sum*, 64> likely_{};  // by a hash of the counter
};

}  // namespace rocelab::scenarios
