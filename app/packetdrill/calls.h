#pragma once
#include <cstdint>
#include <optional>

#include "app/packetdrill/host.h"
#include "app/packetdrill/script.h"

namespace rocelab::app::packetdrill {

struct Result {
  std::int64_t value = 0;
  int error = 0;  // of -1
};

/// A system call under way. One that blocks is tried again whenever something has happened.
struct Attempt {
  explicit Attempt(const Call& call) : call(call) {}

  const Call& call;
  bool begun = false;
  std::uint64_t done = 0;  // octets written so far
  Ps wake_at = never;      // of a timeout
};

/// Linux's socket calls, as far as TCP. Each throws Unsupported for what is not modelled, Failure where a value that
/// the call hands out is not what the script says, and returns nothing as long as the call blocks.
class Calls {
 public:
  explicit Calls(Host& host) : host_(host) {}

  std::optional<Result> attempt(Attempt&);

 private:
  using Handler = std::optional<Result> (Calls::*)(Attempt&);

  // calls_open.cpp
  std::optional<Result> socket(Attempt&);
  std::optional<Result> bind(Attempt&);
  std::optional<Result> listen(Attempt&);
  std::optional<Result> accept(Attempt&);
  std::optional<Result> connect(Attempt&);
  std::optional<Result> shutdown(Attempt&);
  std::optional<Result> close(Attempt&);

  // calls_data.cpp
  std::optional<Result> write(Attempt&);
  std::optional<Result> sendmsg(Attempt&);
  std::optional<Result> writev(Attempt&);
  std::optional<Result> read(Attempt&);
  std::optional<Result> recvmsg(Attempt&);
  std::optional<Result> readv(Attempt&);
  std::optional<Result> send_octets(Attempt&, Socket&, std::uint64_t octets, std::int64_t flags);
  std::optional<Result> receive_octets(Socket&, std::uint64_t octets, std::int64_t flags);

  // calls_options.cpp
  std::optional<Result> setsockopt(Attempt&);
  std::optional<Result> getsockopt(Attempt&);
  std::optional<Result> fcntl(Attempt&);
  std::optional<Result> ioctl(Attempt&);

  // calls_poll.cpp
  std::optional<Result> poll(Attempt&);

  const Value& argument(const Attempt&, std::size_t i) const;
  /// nullptr: EBADF.
  Socket* socket_of(const Attempt&);
  /// The descriptor that the script names, or a free one.
  int new_fd(const Attempt&) const;
  /// Fails unless `got` is what the script wants; "..." takes anything.
  static void want(const Value& wanted, std::int64_t got, const std::string& what);

  Host& host_;
};

/// poll()'s mask.
std::int64_t poll_mask(const Socket&);
/// Sets an option of a socket, `spelled` so in the script. Throws Unsupported. Returns an errno.
int set_option(Host&, Socket&, int level, int name, const Value& value, const std::string& spelled);
/// What a set or unset option reads as; nothing for one that is not known.
std::optional<std::int64_t> get_option(Socket&, int level, int name);

}  // namespace rocelab::app::packetdrill
