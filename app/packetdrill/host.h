#pragma once
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "app/packetdrill/environment.h"
#include "app/packetdrill/socket.h"

namespace rocelab::app::packetdrill {

/// The machine under test: its sockets, their file descriptors, and one peer behind a wire without delay.
class Host {
 public:
  explicit Host(Environment& environment) : environment_(environment) {}

  Ps now() const { return now_; }
  /// Of the next timer, or `never`.
  Ps deadline() const;
  /// Time goes on to `to`, at most the deadline; timers that are due run out.
  void advance(Ps to);

  void receive(const tcp::SegmentIn&);
  /// Frames that no line has asked for yet.
  std::deque<Sent>& sent() { return sent_; }

  // File descriptors
  Socket& make_socket();
  void open(int fd, Socket&);
  /// nullptr when nothing is open there.
  Socket* at(int fd);
  void release(int fd) { fds_.erase(fd); }

  // What the calls do to a connection, and what it sends then.
  void connect(Socket&);
  void pump(Socket&);
  void close(Socket&);
  /// A connection's end is noted once: SO_ERROR.
  void note(Socket&);

  Environment& environment() { return environment_; }
  /// The connection that packets and assertions are about: the youngest.
  Socket* current();

 private:
  Socket* target(const tcp::SegmentIn&);
  Socket* listener();
  Socket& answer_syn(Socket& listener, const tcp::SegmentIn&);

  Environment& environment_;
  Ps now_ = 0;
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::map<int, Socket*> fds_;
  std::deque<Sent> sent_;
};

}  // namespace rocelab::app::packetdrill
