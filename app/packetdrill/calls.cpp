#include "app/packetdrill/calls.h"

#include <fmt/format.h>

#include <cerrno>
#include <map>

#include "app/conformance/outcome.h"
#include "app/packetdrill/symbols.h"

namespace rocelab::app::packetdrill {

std::optional<Result> Calls::attempt(Attempt& a) {
  static const std::map<std::string, Handler> handlers{
      {"socket", &Calls::socket},
      {"bind", &Calls::bind},
      {"listen", &Calls::listen},
      {"accept", &Calls::accept},
      {"accept4", &Calls::accept},
      {"connect", &Calls::connect},
      {"shutdown", &Calls::shutdown},
      {"close", &Calls::close},
      {"write", &Calls::write},
      {"send", &Calls::write},
      {"sendto", &Calls::write},
      {"sendmsg", &Calls::sendmsg},
      {"writev", &Calls::writev},
      {"read", &Calls::read},
      {"recv", &Calls::read},
      {"recvfrom", &Calls::read},
      {"recvmsg", &Calls::recvmsg},
      {"readv", &Calls::readv},
      {"setsockopt", &Calls::setsockopt},
      {"getsockopt", &Calls::getsockopt},
      {"fcntl", &Calls::fcntl},
      {"ioctl", &Calls::ioctl},
      {"poll", &Calls::poll},
  };
  const auto it = handlers.find(a.call.name);
  if (it == handlers.end()) throw Unsupported(fmt::format("system call {}", a.call.name));
  const auto result = (this->*it->second)(a);
  a.begun = true;
  return result;
}

const Value& Calls::argument(const Attempt& a, std::size_t i) const {
  if (i >= a.call.arguments.size()) throw Failure(fmt::format("{} wants more arguments", a.call.name));
  return a.call.arguments[i];
}

Socket* Calls::socket_of(const Attempt& a) { return host_.at(static_cast<int>(number(argument(a, 0)))); }

int Calls::new_fd(const Attempt& a) const {
  if (a.call.result.kind == Value::Kind::integer && a.call.result.number > 0) {
    const int fd = static_cast<int>(a.call.result.number);
    if (!host_.at(fd)) return fd;
  }
  int fd = 3;
  while (host_.at(fd)) ++fd;
  return fd;
}

void Calls::want(const Value& wanted, std::int64_t got, const std::string& what) {
  if (wanted.kind == Value::Kind::ellipsis) return;
  const std::int64_t n = number(wanted);
  if (n == got) return;
  const auto spell = [&](std::int64_t v) {
    return wanted.kind == Value::Kind::word ? fmt::format("{:#x}", v) : std::to_string(v);
  };
  throw Failure(fmt::format("{}\n  expected  {}\n  got       {}", what,
                            wanted.kind == Value::Kind::word ? fmt::format("{} ({:#x})", wanted.text, n) : spell(n),
                            spell(got)));
}

}  // namespace rocelab::app::packetdrill
