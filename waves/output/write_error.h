#pragma once
#include <stdexcept>

namespace rocelab::waves {

/// A file cannot be written (full disk, no permission); the message names it and says why.
struct WriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rocelab::waves
