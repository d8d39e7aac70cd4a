#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace rocelab::pcie {

/// Numbers of read requests that wait for their completions. None is given twice at a time.
class TagPool {
 public:
  explicit TagPool(std::uint32_t tags) : taken_(tags) {
    for (std::uint32_t t = tags; t-- > 0;) free_.push_back(t);
  }

  /// Throws std::logic_error where all are taken.
  std::uint32_t take() {
    if (free_.empty()) throw std::logic_error("pcie: a read request was sent without a tag");
    const std::uint32_t tag = free_.back();
    free_.pop_back();
    taken_[tag] = true;
    return tag;
  }
  /// Throws std::logic_error for one that nobody has.
  void release(std::uint32_t tag) {
    if (!taken_.at(tag)) throw std::logic_error("pcie: a completion for a tag that is not in use");
    taken_[tag] = false;
    free_.push_back(tag);
  }
  std::uint32_t used() const { return static_cast<std::uint32_t>(taken_.size() - free_.size()); }

 private:
  std::vector<bool> taken_;
  std::vector<std::uint32_t> free_;
};

}  // namespace rocelab::pcie
