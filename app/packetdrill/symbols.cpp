#include "app/packetdrill/symbols.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <map>
#include <sstream>

#include "app/conformance/outcome.h"

namespace rocelab::app::packetdrill {
namespace {

// The program runs on Linux: the system's own headers are the source. Those that older headers lack stand with their
// value.
const std::map<std::string, std::int64_t> symbols{
    {"AF_INET", AF_INET},
    {"AF_INET6", AF_INET6},
    {"PF_INET", PF_INET},
    {"PF_INET6", PF_INET6},
    {"SOCK_STREAM", SOCK_STREAM},
    {"SOCK_DGRAM", SOCK_DGRAM},
    {"SOCK_NONBLOCK", SOCK_NONBLOCK},
    {"SOCK_CLOEXEC", SOCK_CLOEXEC},
    {"IPPROTO_IP", IPPROTO_IP},
    {"IPPROTO_IPV6", IPPROTO_IPV6},
    {"IPPROTO_TCP", IPPROTO_TCP},
    {"IPPROTO_UDP", IPPROTO_UDP},
    {"SOL_SOCKET", SOL_SOCKET},
    {"SOL_IP", IPPROTO_IP},
    {"SOL_IPV6", IPPROTO_IPV6},
    {"SOL_TCP", IPPROTO_TCP},
    {"SHUT_RD", SHUT_RD},
    {"SHUT_WR", SHUT_WR},
    {"SHUT_RDWR", SHUT_RDWR},
    {"F_GETFL", F_GETFL},
    {"F_SETFL", F_SETFL},
    {"O_RDWR", O_RDWR},
    {"O_NONBLOCK", O_NONBLOCK},
    {"POLLIN", POLLIN},
    {"POLLPRI", POLLPRI},
    {"POLLOUT", POLLOUT},
    {"POLLERR", POLLERR},
    {"POLLHUP", POLLHUP},
    {"POLLNVAL", POLLNVAL},
    {"POLLRDNORM", 0x40},
    {"POLLRDBAND", 0x80},
    {"POLLWRNORM", 0x100},
    {"POLLWRBAND", 0x200},
    {"POLLRDHUP", 0x2000},
    {"MSG_PEEK", MSG_PEEK},
    {"MSG_DONTWAIT", MSG_DONTWAIT},
    {"MSG_NOSIGNAL", MSG_NOSIGNAL},
    {"MSG_MORE", MSG_MORE},
    {"MSG_EOR", MSG_EOR},
    {"MSG_WAITALL", MSG_WAITALL},
    {"MSG_TRUNC", MSG_TRUNC},
    {"MSG_OOB", MSG_OOB},
    {"MSG_FASTOPEN", 0x20000000},
    {"MSG_ZEROCOPY", 0x4000000},
    {"MSG_ERRQUEUE", MSG_ERRQUEUE},
    {"FIONREAD", FIONREAD},
    {"SIOCINQ", FIONREAD},
    {"SIOCOUTQ", TIOCOUTQ},
    {"SIOCOUTQNSD", 0x894b},
    {"FIONBIO", FIONBIO},
    {"SO_REUSEADDR", SO_REUSEADDR},
    {"SO_REUSEPORT", SO_REUSEPORT},
    {"SO_ERROR", SO_ERROR},
    {"SO_SNDBUF", SO_SNDBUF},
    {"SO_RCVBUF", SO_RCVBUF},
    {"SO_KEEPALIVE", SO_KEEPALIVE},
    {"SO_LINGER", SO_LINGER},
    {"SO_RCVLOWAT", SO_RCVLOWAT},
    {"SO_PRIORITY", SO_PRIORITY},
    {"SO_TYPE", SO_TYPE},
    {"IP_TOS", IP_TOS},
    {"IPV6_TCLASS", IPV6_TCLASS},
    {"IP_MTU_DISCOVER", IP_MTU_DISCOVER},
    {"IP_PMTUDISC_DONT", 0},
    {"IP_PMTUDISC_WANT", 1},
    {"IP_PMTUDISC_DO", 2},
    {"IP_PMTUDISC_PROBE", 3},
    {"TCP_NODELAY", TCP_NODELAY},
    {"TCP_MAXSEG", TCP_MAXSEG},
    {"TCP_CORK", TCP_CORK},
    {"TCP_KEEPIDLE", TCP_KEEPIDLE},
    {"TCP_KEEPINTVL", TCP_KEEPINTVL},
    {"TCP_KEEPCNT", TCP_KEEPCNT},
    {"TCP_SYNCNT", TCP_SYNCNT},
    {"TCP_LINGER2", TCP_LINGER2},
    {"TCP_QUICKACK", TCP_QUICKACK},
    {"TCP_CONGESTION", TCP_CONGESTION},
    {"TCP_USER_TIMEOUT", TCP_USER_TIMEOUT},
    {"TCP_NOTSENT_LOWAT", TCP_NOTSENT_LOWAT},
    {"TCP_INQ", 36},
    {"TCP_CM_INQ", 36},
};

const std::map<std::string, int> errors{
    {"EPERM", 1},         {"EINTR", 4},         {"EBADF", 9},          {"EAGAIN", 11},        {"EWOULDBLOCK", 11},
    {"EFAULT", 14},       {"EINVAL", 22},       {"EPIPE", 32},         {"ENOPROTOOPT", 92},   {"EOPNOTSUPP", 95},
    {"EADDRINUSE", 98},   {"ENETUNREACH", 101}, {"ECONNABORTED", 103}, {"ECONNRESET", 104},   {"EISCONN", 106},
    {"ENOTCONN", 107},    {"ETIMEDOUT", 110},   {"ECONNREFUSED", 111}, {"EHOSTUNREACH", 113}, {"EALREADY", 114},
    {"EINPROGRESS", 115}, {"EDESTADDRREQ", 89}, {"ENOENT", 2},
};

}  // namespace

std::optional<std::int64_t> symbol(const std::string& name) {
  const auto it = symbols.find(name);
  return it == symbols.end() ? std::nullopt : std::optional(it->second);
}

std::optional<int> error_number(const std::string& name) {
  const auto it = errors.find(name);
  return it == errors.end() ? std::nullopt : std::optional(it->second);
}

std::string error_name(int error) {
  for (const auto& [name, value] : errors) {
    if (value == error) return name;
  }
  return std::to_string(error);
}

std::int64_t number(const Value& value) {
  if (value.kind == Value::Kind::integer) return value.number;
  if (value.kind == Value::Kind::list && value.items.size() == 1) return number(value.items[0]);
  if (value.kind != Value::Kind::word) throw Unsupported("a value that is no number");
  std::int64_t sum = 0;
  std::istringstream names(value.text);
  for (std::string name; std::getline(names, name, '|');) {
    const auto known = symbol(name);
    if (!known) throw Unsupported(name);
    sum |= *known;
  }
  return sum;
}

}  // namespace rocelab::app::packetdrill
