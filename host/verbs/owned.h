#pragma once
#include <memory>
#include <utility>
#include <vector>

namespace rocelab::verbs {

/// Objects that live behind the handles of a process until it gives them back.
template <class T>
class Owned {
 public:
  T* add(T object) {
    objects_.push_back(std::make_unique<T>(std::move(object)));
    return objects_.back().get();
  }
  /// Searched from the newest: what was opened last is mostly closed first.
  void drop(const T* object) {
    for (auto it = objects_.rbegin(); it != objects_.rend(); ++it) {
      if (it->get() != object) continue;
      std::swap(*it, objects_.back());
      objects_.pop_back();
      return;
    }
  }

 private:
  std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace rocelab::verbs
