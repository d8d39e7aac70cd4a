#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/symbols.h"

/// From socket() to close().
namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

constexpr std::int64_t type_bits = SOCK_NONBLOCK | SOCK_CLOEXEC;

}  // namespace

std::optional<Result> Calls::socket(Attempt& a) {
  const std::int64_t type = number(argument(a, 1));
  if ((type & ~type_bits) != SOCK_STREAM) throw Unsupported("sockets that are not SOCK_STREAM");
  const std::int64_t protocol = number(argument(a, 2));
  if (protocol != 0 && protocol != 6) throw Unsupported(fmt::format("protocol {}", protocol));
  const int fd = new_fd(a);
  Socket& s = host_.make_socket();
  s.nonblocking = (type & SOCK_NONBLOCK) != 0;
  host_.open(fd, s);
  return Result{fd};
}

std::optional<Result> Calls::bind(Attempt& a) {
  if (!socket_of(a)) return Result{-1, EBADF};
  return Result{0};
}

std::optional<Result> Calls::listen(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  if (s->live()) return Result{-1, EINVAL};
  s->listening = true;
  return Result{0};
}

std::optional<Result> Calls::accept(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  if (!s->listening) return Result{-1, EINVAL};
  if (s->ready.empty()) return s->nonblocking ? std::optional(Result{-1, EAGAIN}) : std::nullopt;
  Socket& child = *s->ready.front();
  s->ready.pop_front();
  if (a.call.arguments.size() > 3 && (number(argument(a, 3)) & SOCK_NONBLOCK) != 0) child.nonblocking = true;
  const int fd = new_fd(a);
  host_.open(fd, child);
  return Result{fd};
}

std::optional<Result> Calls::connect(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const Value* family = argument(a, 1).member("sa_family");
  if (family && family->text == "AF_UNSPEC") throw Unsupported("connect() to AF_UNSPEC");
  if (s->connecting) {
    if (s->failure_noted) {
      s->connecting = false;
      const int error = s->take_error();
      return Result{-1, error != 0 ? error : ECONNABORTED};
    }
    if (s->connection->state() > tcp::State::syn_received) {
      s->connecting = false;
      return Result{0};
    }
    if (s->nonblocking) return Result{-1, EALREADY};
    return std::nullopt;
  }
  if (s->live() || s->listening) return Result{-1, EISCONN};
  host_.connect(*s);
  if (s->nonblocking) return Result{-1, EINPROGRESS};
  return std::nullopt;
}

std::optional<Result> Calls::shutdown(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const std::int64_t how = number(argument(a, 1));
  if (how < SHUT_RD || how > SHUT_RDWR) return Result{-1, EINVAL};
  if (s->listening) {
    if (how != SHUT_WR) {
      host_.close(*s);
      s->closed = false;
    }
    return Result{0};
  }
  const bool live = s->live();
  if (how != SHUT_WR) s->read_shut = true;
  if (how != SHUT_RD) {
    s->write_shut = true;
    if (live) s->connection->shutdown(host_.now());
  }
  if (!live) return Result{-1, ENOTCONN};
  host_.pump(*s);
  host_.note(*s);
  return Result{0};
}

std::optional<Result> Calls::close(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  if (!s->closed) {
    host_.close(*s);
    // SO_LINGER with a time: wait until all is acknowledged.
    if (s->linger && *s->linger > 0) a.wake_at = host_.now() + *s->linger * 1_s;
  }
  if (a.wake_at != never && s->live() && host_.now() < a.wake_at) {
    const tcp::State state = s->connection->state();
    if (state == tcp::State::fin_wait_1 || state == tcp::State::closing || state == tcp::State::last_ack) {
      return std::nullopt;
    }
  }
  host_.release(static_cast<int>(number(argument(a, 0))));
  return Result{0};
}

}  // namespace rocelab::app::packetdrill
