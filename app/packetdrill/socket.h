#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/packetdrill/pacing.h"
#include "transport/tcp/connection.h"

namespace rocelab::app::packetdrill {

/// A TCP socket as Linux's calls see it, over the machine. Payload has no content here: scripts count octets.
struct Socket {
  tcp::Settings settings;  // until there is a connection
  bool nonblocking = false;
  bool listening = false;
  bool connecting = false;              // connect() has not yet told how it ended
  bool closed = false;                  // by the application
  std::deque<Socket*> ready;            // a listener's connections that wait for accept()
  Socket* listener = nullptr;           // of a connection that nobody has accepted yet
  std::uint16_t user_mss = 0;           // TCP_MAXSEG
  std::optional<std::uint32_t> linger;  // SO_LINGER, seconds

  std::unique_ptr<tcp::Connection> connection;
  Pacing pacing;  // in use under fq
  int error = 0;  // SO_ERROR: told once
  bool failure_noted = false;
  std::uint64_t read = 0;  // stream offset
  bool read_shut = false, write_shut = false;
  std::uint64_t send_buffer = 4u << 20;                 // octets of payload
  std::map<std::pair<int, int>, std::int64_t> options;  // set and read back, level and name

  bool live() const { return connection && connection->state() != tcp::State::closed; }
  std::uint64_t readable() const { return connection ? connection->readable_up_to() - read : 0; }
  bool finished() const { return connection && connection->peer_finished(); }
  /// Nothing will come any more, or nobody wants it.
  bool receive_closed() const { return read_shut || finished() || failure_noted; }
  bool send_closed() const { return write_shut || failure_noted; }
  std::uint64_t room() const {
    const std::uint64_t held = connection->given() - connection->acknowledged();
    return held < send_buffer ? send_buffer - held : 0;
  }
  int take_error() { return std::exchange(error, 0); }
};

}  // namespace rocelab::app::packetdrill
