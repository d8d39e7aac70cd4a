#pragma once
#include <cstdint>
#include <string>

#include "app/packetdrill/script.h"
#include "transport/tcp/settings.h"

namespace rocelab::app::packetdrill {

/// The machine that a script runs on, as the script's options and shell commands make it. It begins as the public
/// suites' common/defaults.sh leaves a Linux 6.1 (scripts without that line were recorded under it, too): an interface
/// with an MTU of 1500, no ECN, no slow start after idle, receive buffers of 540000 octets that may grow to 15 MiB.
struct Environment {
  Environment();

  tcp::Settings settings;  // of new sockets
  bool ipv6 = false;
  std::uint32_t mtu = 1500;
  std::uint32_t frame_size = 0;   // --mss: payload of the frames that a longer inbound packet stands for
  Ps tolerance = 4'000'000'000;   // packetdrill's default: 4 ms …
  std::int64_t per_mille = 125;   // … or an eighth of the time since the event before, whichever is longer
  bool check_timestamps = false;  // --tcp_ts_tick_usecs
  Ps timestamp_tick = 0;
  bool scale_echoes = false;  // --tcp_ts_ecr_scaled
  bool tso = true;            // ethtool -K
  bool paced = false;         // tc qdisc … fq

  // Sysctls that are several settings' concern.
  std::uint64_t receive_buffer_default = 540'000;  // tcp_rmem[1]: half of it is window
  std::uint64_t receive_buffer_most = 15'728'640;  // tcp_rmem[2]
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
