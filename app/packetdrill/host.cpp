#include "app/packetdrill/host.h"

#include <algorithm>

namespace rocelab::app::packetdrill {
namespace {

/// The most octets one segment may have before TSO cuts it: 64 KiB less the largest headers (sk_gso_max_size).
constexpr std::uint32_t tso_most = 65'536 - 321;

}  // namespace

Ps Host::deadline() const {
  Ps next = never;
  for (const auto& s : sockets_) {
    if (s->live()) next = std::min(next, s->connection->deadline());
    next = std::min(next, s->pacing.deadline());
  }
  return next;
}

void Host::advance(Ps to) {
  now_ = std::max(now_, to);
  for (std::size_t i = 0; i < sockets_.size(); ++i) {
    Socket& s = *sockets_[i];
    if (s.pacing.deadline() <= now_) {
      s.pacing.leave(now_, sent_);
      pump(s);
    }
    while (s.live() && s.connection->deadline() <= now_) {
      const Ps due = s.connection->deadline();
      s.connection->expire(now_);
      pump(s);
      note(s);
      if (s.live() && s.connection->deadline() <= due) break;  // nothing moved
    }
  }
}

void Host::pump(Socket& s) {
  if (!s.connection) return;
  while (!environment_.paced || s.pacing.room()) {
    const auto segment = s.connection->next(now_, tso_most);
    if (!segment) break;
    if (environment_.paced) {
      s.pacing.hand_over(*segment, now_);
    } else if (environment_.tso) {
      sent_.push_back({now_, *segment});
    } else {
      // TCP makes long segments all the same; the stack cuts them above the device.
      for (std::uint32_t i = 0; i < segment->frames(); ++i) sent_.push_back({now_, tcp::frame_of(*segment, i)});
    }
    s.pacing.leave(now_, sent_);
  }
}

void Host::note(Socket& s) {
  if (!s.connection || s.live() || s.failure_noted) return;
  s.failure_noted = true;
  s.error = s.connection->error();
}

Socket& Host::make_socket() {
  sockets_.push_back(std::make_unique<Socket>());
  sockets_.back()->settings = environment_.socket_settings();
  return *sockets_.back();
}

void Host::open(int fd, Socket& s) { fds_[fd] = &s; }

Socket* Host::at(int fd) {
  const auto it = fds_.find(fd);
  return it == fds_.end() ? nullptr : it->second;
}

Socket* Host::current() {
  for (auto it = sockets_.rbegin(); it != sockets_.rend(); ++it) {
    if ((*it)->connection) return it->get();
  }
  return nullptr;
}

Socket* Host::listener() {
  for (const auto& [fd, s] : fds_) {
    if (s->listening) return s;
  }
  return nullptr;
}

Socket* Host::target(const tcp::SegmentIn& in) {
  const bool opens = in.has(wire::tcp_syn) && !in.has(wire::tcp_ack) && !in.has(wire::tcp_rst) && listener();
  for (auto it = sockets_.rbegin(); it != sockets_.rend(); ++it) {
    Socket& s = **it;
    // A new connection may take the place of one in TIME_WAIT (RFC 9293, 3.6.1).
    if (s.live() && !(opens && s.connection->state() == tcp::State::time_wait)) return &s;
  }
  return nullptr;
}

Socket& Host::answer_syn(Socket& listener, const tcp::SegmentIn& in) {
  Socket& child = make_socket();
  child.settings = listener.settings;
  child.options = listener.options;
  child.linger = listener.linger;
  child.send_buffer = listener.send_buffer;
  child.listener = &listener;
  child.connection = std::make_unique<tcp::Connection>(child.settings);
  child.connection->accept(now_, in);
  return child;
}

void Host::receive(const tcp::SegmentIn& in) {
  Socket* s = target(in);
  if (!s) {
    if (in.has(wire::tcp_rst)) return;
    Socket* l = listener();
    if (l && in.has(wire::tcp_syn) && !in.has(wire::tcp_ack)) return pump(answer_syn(*l, in));
    sent_.push_back({now_, tcp::reset_for(in)});
    return;
  }
  const tcp::Arrival arrival = s->connection->segment_arrived(now_, in);
  if (arrival.established && s->listener) std::exchange(s->listener, nullptr)->ready.push_back(s);
  s->pacing.acknowledged(*s->connection);
  pump(*s);
  note(*s);
}

void Host::connect(Socket& s) {
  s.failure_noted = false;
  s.error = 0;
  s.read = 0;
  s.connection = std::make_unique<tcp::Connection>(s.settings);
  s.connection->connect(now_);
  s.connecting = true;
  pump(s);
}

void Host::close(Socket& s) {
  s.closed = true;
  if (s.listening) {
    s.listening = false;
    // Connections that nobody will accept are reset.
    for (Socket* waiting : s.ready) {
      waiting->connection->abort(now_);
      pump(*waiting);
    }
    s.ready.clear();
    for (const auto& child : sockets_) {
      if (child->listener == &s) child->connection.reset();
    }
    return;
  }
  if (!s.live()) return;
  if (s.linger && *s.linger == 0) {
    s.connection->abort(now_);
  } else {
    s.connection->close(now_);
  }
  pump(s);
}

}  // namespace rocelab::app::packetdrill
