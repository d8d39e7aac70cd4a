#include <algorithm>

#include "host/os/kernel.h"

namespace rocelab::host {
void Kernel::enter(Thread& thread, const Stage* stage) {
  thread.spend(Book::syscall, config_.costs.syscall_entry(), stage);
}

void Kernel::leave(Thread& thread, const Stage* stage) {
  thread.spend(Book::syscall, config_.costs.syscall_exit(), stage);
  probe_.count(count_syscalls, thread.tag());
}

void Kernel::sleep(Thread& thread, Waiter& waiter) {
  waiter.thread = &thread;
  waiter.waking = false;
  thread.suspend();
  waiter.thread = nullptr;
}

void Kernel::wake(Waiter& waiter) {
  if (!waiter.thread || waiter.waking) return;
  waiter.waking = true;
  if (waiter.awake) {
    waiter.thread->core().stop_spinning();
    return waiter.thread->resume();
  }
  reach(*waiter.thread, [this, &waiter] {
    Thread& thread = *waiter.thread;
    thread.core().run({Context::thread, Book::scheduling, config_.costs.context_switch, thread.tag()}, [this, &thread] {
      probe_.count(count_context_switches, thread.tag());
      thread.resume();
    });
  });
}

void Kernel::wait_until(Thread& thread, const std::function<bool()>& ready, const Stage* back) {
  enter(thread);
  const auto self = sleepers_.insert(sleepers_.end(), Sleeper{ready, {}});
  while (!ready()) sleep(thread, self->waiter);
  sleepers_.erase(self);
  leave(thread, back);
}

void Kernel::look_again() {
  for (Sleeper& s : sleepers_) {
    if (s.ready()) wake(s.waiter);
  }
}

void Kernel::control(Thread& thread, Ps duration, const Stage* stage) {
  enter(thread);
  thread.spend(Book::syscall, duration, stage);
  leave(thread);
}

Listener& Kernel::listen(Thread& thread, std::uint16_t port) {
  enter(thread);
  listeners_.push_back(std::make_unique<Listener>());
  Listener& listener = *listeners_.back();  // another program's may come behind it before this one goes on
  listener.port = port;
  leave(thread);
  return listener;
}

Socket& Kernel::accept(Thread& thread, Listener& listener) {
  enter(thread);
  while (listener.ready.empty()) sleep(thread, listener.acceptor);
  Socket& socket = *listener.ready.front();
  listener.ready.pop_front();
  leave(thread);
  return socket;
}

Socket* Kernel::connect(Thread& thread, const wire::Gid& address, std::uint16_t port) {
  enter(thread);
  Socket& socket = make_socket(next_port_++, address, port, thread.tag());
  socket.connection.connect(timeline_.now());
  output(thread, socket);
  while (socket.connection.state() == tcp::State::syn_sent) sleep(thread, socket.connector);
  leave(thread);
  return socket.connection.error() == 0 ? &socket : nullptr;
}

void Kernel::take_from_user(Thread& thread, Socket& socket, const AddressSpace& space, Va from, std::uint64_t n) {
  const Ps alone = config_.costs.copy(config_.costs.copy_to_kernel, n);
  thread.spend(Book::copy, traffic_.copy(n, alone), &stage_copy_in, n);
  for (const Piece& piece : socket.send_buffer.append(n)) {
    space.copy_out(piece.addr, from, piece.bytes);
    from += piece.bytes;
  }
  probe_.move(Mover::cpu_copy, thread.tag(), n, true);
  probe_.moment(moment_copied_in, thread.tag(), {{"bytes", n}});
  socket.connection.send(timeline_.now(), n);
  output(thread, socket);
}

void Kernel::give_to_user(Thread& thread, Socket& socket, AddressSpace& space, Va to, std::uint64_t n) {
  const Ps alone = config_.costs.copy(config_.costs.copy_to_user, n);
  thread.spend(Book::copy, traffic_.copy(n, alone), &stage_copy_out, n);
  std::vector<BusAddr> used_up;
  for (std::uint64_t left = n; left > 0;) {
    const Piece piece = *socket.receive_queue.take(left, [&](BusAddr b) { used_up.push_back(b); });
    space.copy_in(to, piece.addr, piece.bytes);
    to += piece.bytes, left -= piece.bytes;
  }
  // Buffers go back only now: the NIC may write into them at once.
  for (const BusAddr buffer : used_up) device_.give_back(buffer);
  probe_.move(Mover::cpu_copy, thread.tag(), n, true);
  probe_.moment(moment_copied_out, thread.tag(), {{"bytes", n}});
  socket.connection.consumed(timeline_.now(), n, socket.receive_queue.readable() == 0);
  output(thread, socket);
}

bool Kernel::write(Thread& thread, Socket& socket, const AddressSpace& space, Va from, std::uint64_t bytes) {
  socket.tag = thread.tag();
  probe_.moment(moment_write_called, thread.tag(), {{"bytes", bytes}});
  enter(thread, &stage_trap);
  while (bytes > 0 && socket.connection.error() == 0) {
    const std::uint64_t n = std::min({bytes, socket.send_buffer.room(), copy_step});
    if (n == 0) {
      sleep(thread, socket.writer);
      continue;
    }
    take_from_user(thread, socket, space, from, n);
    from += n, bytes -= n;
  }
  leave(thread);
  return bytes == 0;
}

std::uint64_t Kernel::read(Thread& thread, Socket& socket, AddressSpace& space, Va to, std::uint64_t bytes) {
  enter(thread);
  reads_at(socket, thread);
  std::uint64_t got = 0;
  while (got < bytes && socket.connection.error() == 0) {
    const std::uint64_t n = std::min({bytes - got, socket.receive_queue.readable(), copy_step});
    if (n == 0) {
      if (socket.connection.peer_finished()) break;
      sleep(thread, socket.reader);
      continue;
    }
    give_to_user(thread, socket, space, to + got, n);
    got += n;
  }
  leave(thread, &stage_return);
  probe_.moment(moment_read_returned, thread.tag(), {{"bytes", got}});
  return got;
}

void Kernel::close(Thread& thread, Socket& socket) {
  enter(thread);
  socket.connection.close(timeline_.now());
  output(thread, socket);
  leave(thread);
}

void Kernel::set_nodelay(Thread& thread, Socket& socket) {
  enter(thread);
  socket.connection.set_nodelay(true);
  leave(thread);
}

void Kernel::output(Thread& thread, Socket& socket) {
  if (socket.owned) return;
  socket.owned = true;
  while (const auto segment = next_segment(socket)) {
    thread.spend(Book::stack, cost_of(*segment), segment->payload > 0 ? &stage_stack_out : nullptr, segment->payload);
    emit(socket, *segment);
  }
  socket.owned = false;
  arm(socket);
}

}  // namespace rocelab::host
