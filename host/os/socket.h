#pragma once
#include <deque>
#include <memory>

#include "host/os/receive_queue.h"
#include "host/os/send_buffer.h"
#include "host/os/thread.h"
#include "tlm/wire/tcp_frame.h"
#include "transport/tcp/connection.h"

namespace rocelab::host {

struct Softnet;

/// A thread that sleeps in a system call, and what wakes it.
struct Waiter {
  Thread* thread = nullptr;
  bool waking = false;  // on its way: a second reason to wake changes nothing
};

/// A connected TCP socket: the connection's state machine, its buffers in kernel memory, and who sleeps on it.
struct Socket {
  Socket(PhysicalMemory& memory, const tcp::Connection::Config& config, std::uint64_t send_buffer, Tag owner)
      : connection(config), send_buffer(memory, send_buffer), tag(owner) {}

  tcp::Connection connection;
  SendBuffer send_buffer;
  ReceiveQueue receive_queue;
  wire::TcpEnds ends;
  std::uint16_t local_port = 0;
  std::uint16_t remote_port = 0;
  std::uint16_t next_ip_id = 0;
  Tag tag;

  Waiter reader, writer, connector;
  Softnet* home = nullptr;       // whose softirq took its last segment: its timers run there
  Softnet* reader_at = nullptr;  // the core of the thread that read last, if one has
  Softnet* pinned_to = nullptr;  // where the NIC's filter sends its frames, if it has one
  bool owned = false;  // somebody is sending from it: others leave their output to them (the socket lock's backlog)
  Ps armed_at = never;
  tcp::Counters told;  // what of its counters has been reported
  bool window_closed = false;
  Ps told_limited = 0;
  Ps silent_since = 0;  // nothing handed to the NIC, nothing received
};

/// A listening socket: connections that are established and wait for accept().
struct Listener {
  std::uint16_t port = 0;
  std::deque<Socket*> ready;
  Waiter acceptor;
};

}  // namespace rocelab::host
