#include "host/os/socket.h"

namespace rocelab::host {

std::uint32_t Socket::readiness() const {
  // A failed connection answers every call at once (tcp_poll() of Linux).
  if (connection.error() != 0) return epoll::in | epoll::out | epoll::err | epoll::hup;
  std::uint32_t bits = 0;
  if (receive_queue.readable() > 0) bits |= epoll::in;
  if (connection.peer_finished()) bits |= epoll::in | epoll::rdhup;
  if (connection.state() >= tcp::State::established && writable()) bits |= epoll::out;
  return bits;
}

std::uint32_t Socket::news() {
  std::uint32_t bits = 0;
  if (const std::uint64_t up_to = connection.readable_up_to(); up_to > told_readable) {
    told_readable = up_to;
    bits |= epoll::in;
  }
  if (connection.peer_finished() && !std::exchange(told_finished, true)) bits |= epoll::in | epoll::rdhup;
  const bool established = connection.state() >= tcp::State::established;
  if (established && !std::exchange(told_established, true)) bits |= epoll::out;
  // Room is news only to somebody who was refused (SOCK_NOSPACE of Linux): not every ACK wakes a writer.
  if (no_room && writable()) {
    no_room = false;
    bits |= epoll::out;
  }
  if (connection.error() != 0 && !std::exchange(told_error, true)) bits |= readiness();
  return bits;
}

}  // namespace rocelab::host
