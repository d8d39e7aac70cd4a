#pragma once
#include <stdexcept>

namespace rocelab::scenarios {

/// The user's input is wrong: one message with file, line and key, what is allowed, the nearest known name. Exit 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rocelab::scenarios
