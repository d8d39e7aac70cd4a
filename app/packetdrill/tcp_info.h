#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "app/packetdrill/socket.h"

namespace rocelab::app::packetdrill {

/// The names that an assertion can use: fields of Linux's struct tcp_info, as getsockopt(TCP_INFO) would fill it now,
/// and the constants that go with them. What the machine does not keep is not among them.
std::map<std::string, double> tcp_info(const Socket&, Ps now);

}  // namespace rocelab::app::packetdrill
