#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/symbols.h"
#include "transport/tcp/congestion/control.h"

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {
constexpr int tcp_inq = 36;

/// Where an option's value lives: in the connection once there is one.
tcp::Settings& settings(Socket& s) { return s.connection ? s.connection->options() : s.settings; }

/// What only shapes a connection while it is made.
void before_connection(const Socket& s, const char* name) {
  if (s.connection) throw Unsupported(fmt::format("{} of a connected socket", name));
}

void set_receive_buffer(Socket& s, std::int64_t octets) {
  before_connection(s, "SO_RCVBUF");
  // Linux doubles it, and takes half of that for overhead. The window's scale follows (tcp_select_initial_window).
  const auto window = static_cast<std::uint64_t>(std::max<std::int64_t>(octets, 1152));
  s.settings.receive_buffer = window;
  s.settings.initial_receive_window = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(65535, std::max<std::uint64_t>(window / s.settings.mss, 1) * s.settings.mss));
  s.settings.window_scale = 0;
  for (std::uint64_t space = window; space > 65535; space >>= 1) ++s.settings.window_scale;
}

int set_socket_option(Host& host, Socket& s, int name, const Value& value, const std::string& spelled) {
  if (name == SO_LINGER) {
    const Value *on = value.member("onoff"), *time = value.member("linger");
    if (!on || !time) throw Unsupported("SO_LINGER of another form");
    s.linger.reset();
    if (number(*on) != 0) s.linger = static_cast<std::uint32_t>(number(*time));
    return 0;
  }
  const std::int64_t n = number(value);
  switch (name) {
    case SO_REUSEADDR:
    case SO_REUSEPORT:
    case SO_PRIORITY:
      break;
    case SO_KEEPALIVE:
      s.settings.keepalive = n != 0;
      if (s.connection) s.connection->set_keepalive(host.now(), n != 0);
      break;
    case SO_SNDBUF:
      s.send_buffer = static_cast<std::uint64_t>(std::max<std::int64_t>(2 * n, 4608));
      s.options[{SOL_SOCKET, name}] = static_cast<std::int64_t>(s.send_buffer);
      return 0;
    case SO_RCVBUF:
      set_receive_buffer(s, n);
      s.options[{SOL_SOCKET, name}] = std::max<std::int64_t>(2 * n, 2304);
      return 0;
    default:
      throw Unsupported(fmt::format("socket option {}", spelled));
  }
  s.options[{SOL_SOCKET, name}] = n;
  return 0;
}

int set_congestion(Socket& s, const std::string& name) {
  const auto known = tcp::congestion_controls();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw Unsupported(fmt::format("congestion control {}", name));
  }
  before_connection(s, "TCP_CONGESTION");
  s.settings.congestion = name;
  return 0;
}

int set_tcp_option(Host& host, Socket& s, int name, const Value& value, const std::string& spelled) {
  if (name == TCP_CONGESTION) return set_congestion(s, value.text);
  const std::int64_t n = number(value);
  const bool on = n != 0;
  tcp::Settings& o = settings(s);
  switch (name) {
    case TCP_NODELAY:
      o.nodelay = on;
      // It pushes what waits even where TCP_CORK holds (__tcp_sock_set_nodelay).
      if (on && s.connection && o.cork) {
        o.cork = false;
        host.pump(s);
        o.cork = true;
      }
      break;
    case TCP_CORK:
      o.cork = on;
      break;
    case TCP_QUICKACK:
      if (s.connection) s.connection->set_quickack(on);
      break;
    case TCP_USER_TIMEOUT:
      if (n < 0) return EINVAL;
      o.user_timeout = n * 1_ms;
      break;
    case TCP_KEEPIDLE:
      if (n < 1 || n > 32767) return EINVAL;
      o.keepalive_time = n * 1_s;
      if (s.connection && o.keepalive) s.connection->set_keepalive(host.now(), true);
      break;
    case TCP_KEEPINTVL:
      if (n < 1 || n > 32767) return EINVAL;
      o.keepalive_interval = n * 1_s;
      break;
    case TCP_KEEPCNT:
      if (n < 1 || n > 127) return EINVAL;
      o.keepalive_probes = static_cast<unsigned>(n);
      break;
    case TCP_SYNCNT:
      if (n < 1 || n > 127) return EINVAL;
      o.syn_retries = static_cast<unsigned>(n);
      break;
    case TCP_LINGER2:
      if (n < 0) throw Unsupported("TCP_LINGER2 below 0");
      if (n > 0) o.fin_timeout = std::min<Ps>(n, 120) * 1_s;
      break;
    case TCP_MAXSEG:
      if (n != 0 && (n < 88 || n > 32767)) return EINVAL;
      s.user_mss = static_cast<std::uint16_t>(n);
      if (n != 0 && !s.connection) s.settings.mss = std::min(s.settings.mss, s.user_mss);
      return 0;
    case tcp_inq:
      if (n < 0 || n > 1) return EINVAL;
      break;
    default:
      throw Unsupported(fmt::format("socket option {}", spelled));
  }
  s.options[{IPPROTO_TCP, name}] = n;
  return 0;
}

}  // namespace

int set_option(Host& host, Socket& s, int level, int name, const Value& value, const std::string& spelled) {
  if (level == SOL_SOCKET) return set_socket_option(host, s, name, value, spelled);
  if (level == IPPROTO_TCP) return set_tcp_option(host, s, name, value, spelled);
  s.options[{level, name}] = number(value);
  return 0;
}

std::optional<std::int64_t> get_option(Socket& s, int level, int name) {
  if (level == SOL_SOCKET && name == SO_ERROR) return s.take_error();
  if (level == SOL_SOCKET && name == SO_TYPE) return SOCK_STREAM;
  if (level == IPPROTO_TCP && name == TCP_MAXSEG) {
    if (s.live()) return s.connection->effective_mss();
    return s.user_mss > 0 ? s.user_mss : 536;  // TCP_MSS_DEFAULT until a peer is known
  }
  const auto it = s.options.find({level, name});
  if (it != s.options.end()) return it->second;
  const tcp::Settings& o = settings(s);
  if (level == SOL_SOCKET) {
    if (name == SO_KEEPALIVE || name == SO_REUSEADDR) return 0;
    return std::nullopt;
  }
  switch (level == IPPROTO_TCP ? name : -1) {
    case TCP_NODELAY:
    case TCP_CORK:
    case TCP_USER_TIMEOUT:
    case tcp_inq:
      return 0;
    case TCP_KEEPIDLE:
      return o.keepalive_time / 1_s;
    case TCP_KEEPINTVL:
      return o.keepalive_interval / 1_s;
    case TCP_KEEPCNT:
      return o.keepalive_probes;
    case TCP_SYNCNT:
      return o.syn_retries;
    case TCP_LINGER2:
      return o.fin_timeout / 1_s;
    default:
      return std::nullopt;
  }
}

}  // namespace rocelab::app::packetdrill
