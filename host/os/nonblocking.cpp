#include <algorithm>
#include <cerrno>

#include "host/os/kernel.h"

/// System calls that need not wait: recv() and send() as POSIX has them, and what sets a socket up for them.
namespace rocelab::host {

void Kernel::set_nonblocking(Thread& thread, Socket& socket, bool on) {
  enter(thread);
  socket.non_blocking = on;
  leave(thread);
}

Socket& Kernel::start_connect(Thread& thread, const wire::Gid& address, std::uint16_t port) {
  enter(thread);
  Socket& socket = make_socket(next_port_++, address, port, thread.tag());
  socket.non_blocking = true;
  socket.connection.connect(timeline_.now());
  output(thread, socket);
  leave(thread);
  return socket;
}

void Kernel::limit_send_buffer(Thread& thread, Socket& socket, std::uint64_t bytes) {
  enter(thread);
  socket.send_buffer.limit_to(bytes);
  leave(thread);
}

Kernel::Moved Kernel::recv(Thread& thread, Socket& socket, AddressSpace& space, Va to, std::uint64_t bytes,
                           bool dont_wait) {
  enter(thread);
  return received(thread, socket, space, to, bytes, dont_wait);
}

/// In the kernel already.
Kernel::Moved Kernel::received(Thread& thread, Socket& socket, AddressSpace& space, Va to, std::uint64_t bytes,
                               bool dont_wait) {
  Moved moved;
  while (moved.bytes < bytes) {
    if (const std::uint64_t n = std::min({bytes - moved.bytes, socket.receive_queue.readable(), copy_step})) {
      give_to_user(thread, socket, space, to + moved.bytes, n);
      moved.bytes += n;
    } else if (moved.bytes > 0 || socket.connection.peer_finished()) {
      break;
    } else if ((moved.error = socket.connection.error()) != 0) {
      break;
    } else if (dont_wait || socket.non_blocking) {
      thread.spend(Book::syscall, config_.costs.cycles(config_.costs.empty_read));
      // It may have come meanwhile, but this call has looked.
      moved.error = EAGAIN;
      break;
    } else {
      sleep(thread, socket.reader);
    }
  }
  leave(thread, moved.bytes > 0 ? &stage_return : nullptr);
  return moved;
}

Kernel::Moved Kernel::recv_asking(Thread& thread, Socket& socket, AddressSpace& space, Va to, std::uint64_t bytes) {
  const Moved first = recv(thread, socket, space, to, bytes, true);
  if (first.error != EAGAIN) return first;
  const auto answers = [&] { return (socket.readiness() & (epoll::in | epoll::err)) != 0; };
  if (answers()) return recv(thread, socket, space, to, bytes, true);

  // Calls in vain are all alike: their time is booked as one, and how many they were follows from it.
  socket.reader = {&thread, false, true};
  thread.core().spin(Book::syscall, thread.tag());
  thread.suspend();
  socket.reader = {};
  const KernelCosts& c = config_.costs;
  const Ps one = c.syscall_entry() + c.cycles(c.empty_read) + c.syscall_exit();
  const Ps into = thread.core().spun() % one;  // the call that was under way
  auto in_vain = static_cast<std::uint64_t>(thread.core().spun() / one);
  const bool has_looked = into > c.syscall_entry();
  if (has_looked) ++in_vain;
  thread.spend(Book::syscall, has_looked ? one - into : c.syscall_entry() - into);
  if (in_vain > 0) probe_.count(count_syscalls, thread.tag(), in_vain);
  if (has_looked) return answers() ? recv(thread, socket, space, to, bytes, true) : Moved{0, EAGAIN};
  return received(thread, socket, space, to, bytes, true);
}

Kernel::Moved Kernel::send(Thread& thread, Socket& socket, const AddressSpace& space, Va from, std::uint64_t bytes,
                           bool dont_wait) {
  socket.tag = thread.tag();
  probe_.moment(moment_write_called, thread.tag(), {{"bytes", bytes}});
  enter(thread, &stage_trap);
  Moved moved;
  while (moved.bytes < bytes) {
    if ((moved.error = socket.connection.error()) != 0) break;
    if (const std::uint64_t n = std::min({bytes - moved.bytes, socket.send_buffer.room(), copy_step})) {
      take_from_user(thread, socket, space, from + moved.bytes, n);
      moved.bytes += n;
    } else if (dont_wait || socket.non_blocking) {
      socket.no_room = true;
      if (moved.bytes > 0) break;
      thread.spend(Book::syscall, config_.costs.cycles(config_.costs.empty_read));
      moved.error = EAGAIN;
      break;
    } else {
      sleep(thread, socket.writer);
    }
  }
  if (moved.bytes > 0) moved.error = 0;  // the next call tells
  leave(thread);
  return moved;
}

Socket* Kernel::try_accept(Thread& thread, Listener& listener) {
  enter(thread);
  Socket* socket = nullptr;
  if (listener.ready.empty()) {
    thread.spend(Book::syscall, config_.costs.cycles(config_.costs.empty_read));
  } else {
    socket = listener.ready.front();
    listener.ready.pop_front();
  }
  leave(thread);
  return socket;
}

}  // namespace rocelab::host
