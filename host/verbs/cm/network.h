#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tlm/wire/ip_address.h"

/// What connection management needs of a computer: byte streams to others. A run has the kernel's TCP behind it
/// (host/socket_network.h), a test bench two buffers.
namespace rocelab::verbs::cm {

class Stream {
 public:
  virtual ~Stream() = default;
  /// False when the stream is broken.
  virtual bool write(const std::uint8_t*, std::size_t) = 0;
  /// Octets that read() would give without waiting.
  virtual std::size_t readable() const = 0;
  /// At most readable().
  virtual void read(std::uint8_t*, std::size_t) = 0;
  /// Nothing more comes behind what is readable.
  virtual bool ended() const = 0;
  virtual void close() = 0;
};

class Listener {
 public:
  virtual ~Listener() = default;
  /// Is there a connection to accept?
  virtual bool pending() const = 0;
  virtual std::unique_ptr<Stream> accept() = 0;
};

class Network {
 public:
  virtual ~Network() = default;
  /// Nothing where nobody listens or answers.
  virtual std::unique_ptr<Stream> connect(const wire::Gid&, std::uint16_t port) = 0;
  virtual std::unique_ptr<Listener> listen(std::uint16_t port) = 0;
};

}  // namespace rocelab::verbs::cm
