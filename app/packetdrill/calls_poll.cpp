#include <fmt/format.h>
#include <poll.h>

#include <cerrno>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/symbols.h"

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

constexpr std::int64_t in_bits = POLLIN | 0x40;     // and POLLRDNORM
constexpr std::int64_t out_bits = POLLOUT | 0x100;  // and POLLWRNORM
constexpr std::int64_t read_hangup = 0x2000;        // POLLRDHUP
constexpr std::int64_t always = POLLERR | POLLHUP;  // told without being asked for

}  // namespace

/// tcp_poll().
std::int64_t poll_mask(const Socket& s) {
  if (s.listening) return s.ready.empty() ? 0 : in_bits;
  std::int64_t mask = 0;
  if ((s.receive_closed() && s.send_closed()) || !s.live()) mask |= POLLHUP;
  if (s.connection && s.receive_closed()) mask |= in_bits | read_hangup;
  const bool opening = s.live() && s.connection->state() <= tcp::State::syn_received;
  if (!opening) {
    if (s.readable() > 0) mask |= in_bits;
    // A third of the buffer must be free (sk_stream_is_writeable).
    if (!s.live() || s.send_closed() || s.room() * 3 >= s.send_buffer) mask |= out_bits;
  }
  if (s.error != 0) mask |= POLLERR;
  return mask;
}

std::optional<Result> Calls::poll(Attempt& a) {
  const Value& list = argument(a, 0);
  if (list.kind != Value::Kind::list) throw Unsupported("poll() of another form");
  const std::int64_t timeout = number(argument(a, 2));
  if (!a.begun && timeout > 0) a.wake_at = host_.now() + timeout * 1_ms;
  std::int64_t ready = 0;
  std::vector<std::int64_t> masks;
  for (const Value& entry : list.items) {
    const Value *fd = entry.member("fd"), *events = entry.member("events");
    if (!fd || !events) throw Unsupported("poll() of another form");
    const Socket* s = host_.at(static_cast<int>(number(*fd)));
    masks.push_back(s ? poll_mask(*s) & (number(*events) | always) : POLLNVAL);
    if (masks.back() != 0) ++ready;
  }
  if (ready == 0 && timeout != 0 && host_.now() < a.wake_at) return std::nullopt;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    const Value* revents = list.items[i].member("revents");
    if (revents) want(*revents, masks[i], "revents");
  }
  return Result{ready};
}

}  // namespace rocelab::app::packetdrill
