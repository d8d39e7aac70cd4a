#include "app/run/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace rocelab::app {
namespace {
constexpr const char* clear_line = "\r\x1b[K";
}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (terminal_) fmt::print(stderr, clear_line);
}

void Progress::now(const std::string& doing) {
  if (!terminal_) return;
  fmt::print(stderr, "{}{} …", clear_line, doing);
  std::fflush(stderr);
}

}  // namespace rocelab::app
