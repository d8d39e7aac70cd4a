#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/os/kernel.h"

namespace rocelab::host {

/// How a program waits for what comes over TCP.
enum class TcpReading {
  blocking,     // asleep in read(), of the connection whose turn it is
  nonblocking,  // it asks again and again
  epoll,        // asleep in epoll_wait(), of all connections; level-triggered
  epoll_edge,   // the same, edge-triggered: each has to be read until EAGAIN
};

/// Value of the scenario key tcp.reader; throws std::out_of_range for another word.
TcpReading tcp_reading(const std::string& word);
const std::vector<std::string>& tcp_reading_words();

/// Reads messages of one size from connections, each of which may bring a message in parts.
class TcpReader {
 public:
  /// `coming` is told of which connection a read is about to be made.
  TcpReader(Kernel&, Thread&, AddressSpace&, std::vector<Socket*>, std::uint64_t size, TcpReading,
            std::function<void(std::size_t connection)> coming);

  /// Of which connection a whole message has been read: of `turn`, of any with epoll. Nothing: one has ended.
  std::optional<std::size_t> next(std::size_t turn);
  /// Where the message just read stands.
  Va message(std::size_t connection) const { return buffer_ + connection * size_; }
  /// Ends a reader that asks again and again: nothing will come any more.
  void stop();

 private:
  /// One read() of what lacks of a connection's message. False when it has ended.
  enum class Read { part, whole, nothing, over };
  Read read(std::size_t connection);
  std::optional<std::size_t> next_event();

  Kernel& kernel_;
  Thread& self_;
  AddressSpace& space_;
  std::vector<Socket*> sockets_;
  std::uint64_t size_;
  TcpReading reading_;
  std::function<void(std::size_t)> coming_;
  Va buffer_;
  std::vector<std::uint64_t> got_;  // of a connection's message
  Epoll* epoll_ = nullptr;
  std::deque<std::size_t> ready_;  // connections that epoll_wait() has named
  bool stopped_ = false;
};

}  // namespace rocelab::host
