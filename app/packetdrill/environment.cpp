#include "app/packetdrill/environment.h"

#include <fmt/format.h>

#include "app/conformance/outcome.h"

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

std::int64_t whole(const std::string& name, const std::string& value) {
  try {
    std::size_t used = 0;
    const std::int64_t n = std::stoll(value, &used, 0);
    if (used == value.size()) return n;
  } catch (const std::exception&) {
  }
  throw Unsupported(fmt::format("--{}={}", name, value));
}

}  // namespace

Environment::Environment() {
  settings.syn_retries = 5;
  settings.slow_start_after_idle = false;
  settings.ecn = tcp::EcnUse::off;
}

tcp::Settings Environment::socket_settings() const {
  tcp::Settings s = settings;
  s.mss = mss();
  s.receive_buffer = window_of(receive_buffer_default);
  // The scale lets the window reach what the buffer may grow to (tcp_select_initial_window).
  s.window_scaling = window_scaling;
  s.window_scale = 0;
  for (std::uint64_t space = receive_buffer_most; space > 65535 && s.window_scale < 14; space >>= 1) ++s.window_scale;
  return s;
}

void apply_option(Environment& e, const std::string& name, const std::string& value) {
  if (name == "ip_version") {
    if (value != "ipv4" && value != "ipv6" && value != "ipv4-mapped-ipv6") {
      throw Unsupported(fmt::format("--ip_version={}", value));
    }
    e.ipv6 = value == "ipv6";
  } else if (name == "mtu") {
    const std::int64_t mtu = whole(name, value);
    if (mtu < 576 || mtu > 65535) throw Unsupported(fmt::format("--mtu={}", value));
    e.mtu = static_cast<std::uint32_t>(mtu);
  } else if (name == "mss") {
    e.frame_size = static_cast<std::uint32_t>(whole(name, value));
  } else if (name == "tolerance_usecs") {
    e.tolerance = whole(name, value) * 1_us;
  } else if (name == "tolerance_percent") {
    try {
      e.per_mille = static_cast<std::int64_t>(std::stod(value) * 10);
    } catch (const std::exception&) {
      throw Unsupported(fmt::format("--tolerance_percent={}", value));
    }
  } else if (name == "tcp_ts_tick_usecs") {
    e.timestamp_tick = whole(name, value) * 1_us;
    e.check_timestamps = e.timestamp_tick > 0;
  } else if (name == "tcp_ts_ecr_scaled") {
    e.scale_echoes = true;
  } else {
    // Addresses, ports and the means of running do not show in anything that is compared.
    static const char* const no_influence[]{"local_ip",     "remote_ip",    "gateway_ip",    "netmask_ip",
                                            "bind_port",    "connect_port", "verbose",       "debug",
                                            "code_command", "is_anyip",     "send_omit_free"};
    for (const char* known : no_influence) {
      if (name == known) return;
    }
    throw Unsupported(fmt::format("option --{}", name));
  }
}

}  // namespace rocelab::app::packetdrill
