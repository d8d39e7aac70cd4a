#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/symbols.h"

/// write(), read() and their kin (tcp_sendmsg, tcp_recvmsg).
namespace rocelab::app::packetdrill {
namespace {

/// Octets of [{..., 1000}, {..., 2000}].
std::uint64_t iov_octets(const Value& iov) {
  if (iov.kind != Value::Kind::list) throw Unsupported("an iovec that is no list");
  std::uint64_t sum = 0;
  for (const Value& piece : iov.items) {
    if (piece.members.size() != 2) throw Unsupported("an iovec of another form");
    sum += static_cast<std::uint64_t>(number(piece.members[1].second));
  }
  return sum;
}

const Value& member(const Value& record, const char* name) {
  const Value* found = record.member(name);
  if (!found) throw Unsupported(fmt::format("a message without {}", name));
  return *found;
}

bool is_null(const Value& buffer) { return buffer.kind == Value::Kind::word && buffer.text == "NULL"; }

constexpr std::int64_t sending = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE;
constexpr std::int64_t receiving = MSG_DONTWAIT | MSG_PEEK | MSG_TRUNC | MSG_WAITALL;

void only(std::int64_t flags, std::int64_t known) {
  const std::int64_t others = flags & ~known;
  if (others == 0) return;
  for (const char* name : {"MSG_EOR", "MSG_OOB", "MSG_FASTOPEN", "MSG_ZEROCOPY", "MSG_ERRQUEUE"}) {
    if ((others & *symbol(name)) != 0) throw Unsupported(name);
  }
  throw Unsupported(fmt::format("message flag {:#x}", others));
}

std::int64_t flags_at(const Call& call, std::size_t i) {
  return i < call.arguments.size() ? number(call.arguments[i]) : 0;
}

}  // namespace

std::optional<Result> Calls::send_octets(Attempt& a, Socket& s, std::uint64_t octets, std::int64_t flags) {
  only(flags, sending);
  const bool waits = !s.nonblocking && (flags & MSG_DONTWAIT) == 0;
  const auto stop = [&](int error) -> Result {
    if (a.done > 0) return {static_cast<std::int64_t>(a.done)};
    return {-1, error};
  };
  if (s.live() && s.connection->state() <= tcp::State::syn_received) {
    return waits ? std::nullopt : std::optional(stop(EAGAIN));
  }
  if (s.error != 0) return stop(s.take_error());
  if (!s.live() || s.send_closed()) return stop(EPIPE);
  // MSG_MORE: the end of this write waits, as under TCP_CORK, until something else pushes.
  const bool corks = (flags & MSG_MORE) != 0 && !s.connection->settings().cork;
  if (corks) s.connection->set_cork(true);
  // Piece by piece, as the kernel copies: what a piece sends makes room in the next.
  for (std::uint64_t n = std::min(octets - a.done, s.room()); n > 0;) {
    const std::uint64_t piece = std::min(n, s.connection->piece());
    n -= piece;
    a.done += piece;
    s.connection->send(host_.now(), piece, n > 0 || (flags & MSG_MORE) != 0);
    host_.pump(s);
  }
  if (corks) s.connection->set_cork(false);
  if (a.done == octets) return Result{static_cast<std::int64_t>(a.done)};
  // Linux counts memory, not payload: when it would let go on is not known here.
  throw Unsupported("a write that fills the send buffer");
}

std::optional<Result> Calls::receive_octets(Socket& s, std::uint64_t octets, std::int64_t flags) {
  only(flags, receiving);
  if (s.listening || !s.connection) return Result{-1, ENOTCONN};
  const bool waits = !s.nonblocking && (flags & MSG_DONTWAIT) == 0;
  const std::uint64_t n = std::min(octets, s.readable());
  const bool all = (flags & MSG_WAITALL) == 0 || n == octets || s.receive_closed() || s.error != 0;
  if (n > 0 && (all || !waits)) {
    if ((flags & MSG_PEEK) == 0) {
      s.read += n;
      s.connection->consumed(host_.now(), n, s.readable() == 0);
      host_.pump(s);
    }
    return Result{static_cast<std::int64_t>(n)};
  }
  if (octets == 0 || s.finished()) return Result{0};
  if (s.error != 0) return Result{-1, s.take_error()};
  if (s.receive_closed()) return Result{0};
  if (!s.live()) return Result{-1, ENOTCONN};
  return waits ? std::nullopt : std::optional(Result{-1, EAGAIN});
}

std::optional<Result> Calls::write(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  if (is_null(argument(a, 1))) return Result{-1, EFAULT};
  return send_octets(a, *s, static_cast<std::uint64_t>(number(argument(a, 2))), flags_at(a.call, 3));
}

std::optional<Result> Calls::sendmsg(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const Value& message = argument(a, 1);
  if (message.member("msg_control")) throw Unsupported("control data of sendmsg()");
  return send_octets(a, *s, iov_octets(member(message, "msg_iov")), number(argument(a, 2)));
}

std::optional<Result> Calls::writev(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  return send_octets(a, *s, iov_octets(argument(a, 1)), 0);
}

std::optional<Result> Calls::read(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  if (is_null(argument(a, 1)) && s->readable() > 0) return Result{-1, EFAULT};
  return receive_octets(*s, static_cast<std::uint64_t>(number(argument(a, 2))), flags_at(a.call, 3));
}

std::optional<Result> Calls::readv(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  return receive_octets(*s, iov_octets(argument(a, 1)), 0);
}

std::optional<Result> Calls::recvmsg(Attempt& a) {
  Socket* s = socket_of(a);
  if (!s) return Result{-1, EBADF};
  const Value& message = argument(a, 1);
  const auto result = receive_octets(*s, iov_octets(member(message, "msg_iov")), number(argument(a, 2)));
  const Value* control = message.member("msg_control");
  if (!result || !control || control->kind == Value::Kind::ellipsis) return result;
  for (const Value& c : control->items) {
    const Value& type = member(c, "cmsg_type");
    if (type.text != "TCP_CM_INQ") throw Unsupported(fmt::format("control message {}", type.text));
    if (!get_option(*s, 6, static_cast<int>(*symbol("TCP_INQ"))).value_or(0))
      throw Failure("TCP_INQ was not asked for");
    // One octet more stands for the end of the stream (tcp_inq).
    const std::uint64_t left = s->readable();
    want(member(c, "cmsg_data"), static_cast<std::int64_t>(left == 0 && s->finished() ? 1 : left), "TCP_CM_INQ");
  }
  return result;
}

}  // namespace rocelab::app::packetdrill
