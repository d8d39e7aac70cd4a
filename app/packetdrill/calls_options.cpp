#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/symbols.h"

/// setsockopt(), getsockopt(), fcntl(), ioctl().
namespace rocelab::app::packetdrill {
namespace {

/// Linger's {onoff=1, linger=0}.
void want_linger(const Value& wanted, const Socket& s) {
  const Value* on = wanted.member("onoff");
  if (on && (number(*on) != 0) != s.linger.has_value()) throw Failure("SO_LINGER is otherwise");
}

}  // namespace

std::optional<Result> Calls::setsockopt(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const auto level = static_cast<int>(number(argument(a, 1)));
  const auto name = static_cast<int>(number(argument(a, 2)));
  const int error = set_option(host_, *s, level, name, argument(a, 3), argument(a, 2).text);
  if (error != 0) return Result{-1, error};
  host_.pump(*s);
  return Result{0};
}

std::optional<Result> Calls::getsockopt(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const auto level = static_cast<int>(number(argument(a, 1)));
  const auto name = static_cast<int>(number(argument(a, 2)));
  const Value& wanted = argument(a, 3);
  if (level == SOL_SOCKET && name == SO_LINGER) {
    want_linger(wanted, *s);
    return Result{0};
  }
  if (wanted.kind == Value::Kind::text) {
    if (wanted.text != s->settings.congestion) {
      throw Failure(
          fmt::format("{}\n  expected  {}\n  got       {}", argument(a, 2).text, wanted.text, s->settings.congestion));
    }
    return Result{0};
  }
  const auto value = get_option(*s, level, name);
  if (!value) throw Unsupported(fmt::format("getsockopt() of {}", argument(a, 2).text));
  if (wanted.kind == Value::Kind::list && wanted.items.size() == 1) {
    want(wanted.items[0], *value, argument(a, 2).text);
  } else {
    want(wanted, *value, argument(a, 2).text);
  }
  return Result{0};
}

std::optional<Result> Calls::fcntl(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const std::int64_t command = number(argument(a, 1));
  if (command == F_GETFL) return Result{O_RDWR | (s->nonblocking ? O_NONBLOCK : 0)};
  if (command != F_SETFL) throw Unsupported(fmt::format("fcntl() {}", argument(a, 1).text));
  s->nonblocking = (number(argument(a, 2)) & O_NONBLOCK) != 0;
  return Result{0};
}

std::optional<Result> Calls::ioctl(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const std::int64_t request = number(argument(a, 1));
  const Value& wanted = argument(a, 2);
  if (s->listening) return Result{-1, EINVAL};
  std::int64_t got = 0;
  if (request == FIONREAD) {
    got = static_cast<std::int64_t>(s->readable());
  } else if (request == TIOCOUTQ) {
    if (s->connection) got = static_cast<std::int64_t>(s->connection->given() - s->connection->acknowledged());
  } else if (request == symbol("SIOCOUTQNSD")) {
    if (s->connection) got = static_cast<std::int64_t>(s->connection->given() - s->connection->sent_up_to());
  } else if (request == FIONBIO) {
    s->nonblocking = number(wanted) != 0;
    return Result{0};
  } else {
    throw Unsupported(fmt::format("ioctl() {}", argument(a, 1).text));
  }
  want(wanted.kind == Value::Kind::list && wanted.items.size() == 1 ? wanted.items[0] : wanted, got,
       argument(a, 1).text);
  return Result{0};
}

}  // namespace rocelab::app::packetdrill
