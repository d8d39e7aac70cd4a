#pragma once
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace rocelab {

/// What to do when a time comes: a move-only callable held in place. std::function would allocate in the data path
/// (15 ns per construction); a capture that does not fit is a compile error instead.
class Action {
 public:
  static constexpr std::size_t capacity = 56;

  Action() = default;

  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, Action>>>
  Action(F&& f) {  // NOLINT: implicit on purpose, callers pass lambdas
    hold(std::forward<F>(f));
  }

  Action(Action&& other) noexcept { take(other); }
  Action& operator=(Action&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  ~Action() { reset(); }

  /// The same as assigning, without a move.
  template <class F>
  void emplace(F&& f) {
    if constexpr (std::is_same_v<std::decay_t<F>, Action>) {
      *this = std::forward<F>(f);
    } else {
      reset();
      hold(std::forward<F>(f));
    }
  }

  void reset() {
    if (ops_ && ops_->destroy) ops_->destroy(store_);
    ops_ = nullptr;
  }

  explicit operator bool() const { return ops_ != nullptr; }
  void operator()() { ops_->call(store_); }

 private:
  struct Ops {
    void (*call)(void*);
    void (*relocate)(void* to, void* from);  // null: its octets are all there is to it
    void (*destroy)(void*);                  // null: nothing to do
  };

  template <class Fn>
  static constexpr Ops make_ops() {
    Ops ops{[](void* f) { (*static_cast<Fn*>(f))(); }, nullptr, nullptr};
    if constexpr (!std::is_trivially_copyable_v<Fn>) {
      ops.relocate = [](void* to, void* from) {
        Fn* f = static_cast<Fn*>(from);
        new (to) Fn(std::move(*f));
        f->~Fn();
      };
      ops.destroy = [](void* f) { static_cast<Fn*>(f)->~Fn(); };
    }
    return ops;
  }
  template <class Fn>
  static constexpr Ops ops_of = make_ops<Fn>();

  template <class F>
  void hold(F&& f) {
    using Fn = std::decay_t<F>;
    static_assert(sizeof(Fn) <= capacity, "capture less, or capture a pointer");
    static_assert(alignof(Fn) <= alignof(std::max_align_t));
    new (store_) Fn(std::forward<F>(f));
    ops_ = &ops_of<Fn>;
  }
  void take(Action& other) {
    ops_ = std::exchange(other.ops_, nullptr);
    if (!ops_) return;
    if (ops_->relocate) {
      ops_->relocate(store_, other.store_);
    } else {
      std::memcpy(store_, other.store_, capacity);
    }
  }

  alignas(std::max_align_t) unsigned char store_[capacity];
  const Ops* ops_ = nullptr;
};

}  // namespace rocelab
