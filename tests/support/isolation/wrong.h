#pragma once
#include <stdexcept>

namespace rocelab::isolation {

/// A rule is broken. Thrown, so that a fuzzer sees a crash and a test can say with which input.
struct Wrong : std::logic_error {
  using std::logic_error::logic_error;
};
inline void require(bool holds, const char* what) {
  if (!holds) throw Wrong(what);
}

}  // namespace rocelab::isolation
