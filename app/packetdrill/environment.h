#pragma once
#include <cstdint>
#include <string>

#include "app/packetdrill/script.h"
#include "transport/tcp/settings.h"

namespace rocelab::app::packetdrill {

/// The machine that a script runs on, as the script's options and shell commands make it: a Debian 12 as it boots, an
/// interface with an MTU of 1500.
struct Environment {
  tcp::Settings settings;  // of new sockets
  bool ipv6 = false;
  std::uint32_t mtu = 1500;
  Ps tolerance = 4'000'000'000;    // packetdrill's default: 4 ms …
  std::int64_t per_mille = 125;     // … or an eighth of the time since the event before, whichever is longer
  bool check_timestamps = false;    // --tcp_ts_tick_usecs
  Ps timestamp_tick = 0;
  bool scale_echoes = false;  // --tcp_ts_ecr_scaled
  bool tso = true;            // ethtool -K

  // Sysctls that are several settings' concern.
  std::uint64_t receive_buffer_default = 131'072;  // tcp_rmem[1]: half of it is window
  std::uint64_t receive_buffer_most = 6'291'456;   // tcp_rmem[2]
  bool window_scaling = true;

  /// The MSS that the MTU allows.
  std::uint16_t mss() const { return static_cast<std::uint16_t>(mtu - (ipv6 ? 60 : 40)); }
  /// The octets of window that a buffer of `octets` is good for, with its overhead (tcp_adv_win_scale 1).
  static std::uint64_t window_of(std::uint64_t octets) { return octets / 2; }
  /// Settings of a socket made now.
  tcp::Settings socket_settings() const;
};

/// A line --name=value at the beginning. Throws Unsupported for one that would change what is checked.
void apply_option(Environment&, const std::string& name, const std::string& value);
/// A shell command: settings are taken over, what has no influence is passed by, for anything else Unsupported.
void apply_shell(Environment&, const std::string& text);
/// One sysctl, its name in either spelling.
void apply_sysctl(Environment&, std::string name, const std::string& value);

}  // namespace rocelab::app::packetdrill
