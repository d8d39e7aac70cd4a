#include "app/forked.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "scenarios/input_error.h"
#include "scenarios/run.h"

namespace rocelab::app {
namespace {

enum Outcome : char { returned = 'r', input_error = 'i', stuck_error = 's', other_error = 'e' };

std::string outcome_of(const std::function<std::string()>& work) {
  try {
    return char(returned) + work();
  } catch (const scenarios::InputError& e) {
    return char(input_error) + std::string(e.what());
  } catch (const scenarios::StuckError& e) {
    return char(stuck_error) + std::string(e.what());
  } catch (const std::exception& e) {
    return char(other_error) + std::string(e.what());
  }
}

void write_all(int fd, const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t n = write(fd, bytes.data() + at, bytes.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(1);  // the parent has gone; nobody is left to tell
    at += static_cast<std::size_t>(n);
  }
}

std::string read_all(int fd) {
  std::string bytes;
  char buffer[65536];
  while (true) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(n));
  }
}

}  // namespace

std::string forked(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw ChildError(std::string("pipe: ") + std::strerror(errno));
  std::fflush(nullptr);  // or the child would write the parent's buffered output again
  const pid_t child = fork();
  if (child < 0) throw ChildError(std::string("fork: ") + std::strerror(errno));
  if (child == 0) {
    close(ends[0]);
    const std::string outcome = outcome_of(work);
    std::fflush(nullptr);
    write_all(ends[1], outcome);
    _exit(0);
  }
  close(ends[1]);
  const std::string bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }

  if (WIFSIGNALED(status)) throw ChildError(std::string("the run was ended by ") + strsignal(WTERMSIG(status)));
  if (bytes.empty()) throw ChildError("the run ended without a result");
  const std::string rest = bytes.substr(1);
  switch (bytes.front()) {
    case returned:
      return rest;
    case input_error:
      throw scenarios::InputError(rest);
    case stuck_error:
      throw scenarios::StuckError(rest);
    default:
      throw ChildError(rest);
  }
}

}  // namespace rocelab::app
