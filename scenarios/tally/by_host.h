#pragma once
#include <memory>
#include <vector>

#include "tlm/ids.h"

namespace rocelab::scenarios {

/// A T for each host that something was told of, found by its number.
template <class T>
class ByHost {
 public:
  T& operator[](HostId host) {
    const std::size_t index = index_of(host);
    return index < all_.size() && all_[index] ? *all_[index] : make(index);
  }

  /// `visit(host, value)`.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i]) visit(HostId{static_cast<std::uint16_t>(i - 1)}, *all_[i]);
  }

 private:
  static std::size_t index_of(HostId host) { return static_cast<std::uint16_t>(host.value + 1); }  // no_host is 0
  [[gnu::noinline]] T& make(std::size_t index) {
    if (index >= all_.size()) all_.resize(index + 1);
    all_[index] = std::make_unique<T>();
    return *all_[index];
  }

  std::vector<std::unique_ptr<T>> all_;
};

}  // namespace rocelab::scenarios
