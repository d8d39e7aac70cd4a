#pragma once
#include <functional>
#include <stdexcept>
#include <string>

namespace rocelab::app {

/// The child died or could not be started; the message says how.
struct ChildError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `work` in a child process and returns the bytes it returned: SystemC elaborates once a process, so every run
/// beyond the first needs one. InputError and StuckError thrown by `work` are thrown here again; any other end of the
/// child is a ChildError. The caller's streams are the child's.
std::string forked(const std::function<std::string()>& work);

}  // namespace rocelab::app
