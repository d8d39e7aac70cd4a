#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "app/conformance/outcome.h"
#include "app/packetdrill/environment.h"
#include "transport/tcp/congestion/control.h"

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

using Apply = std::function<void(Environment&, std::int64_t)>;

/// A value that is not modelled.
struct NotModelled {};

void only(std::int64_t value, std::initializer_list<std::int64_t> modelled) {
  if (std::find(modelled.begin(), modelled.end(), value) == modelled.end()) throw NotModelled();
}

/// Sysctls of one number that the machine has a setting for.
const std::map<std::string, Apply>& numbers() {
  static const std::map<std::string, Apply> all{
      {"tcp_timestamps", [](Environment& e, std::int64_t n) { e.settings.timestamps = n != 0; }},
      {"tcp_sack", [](Environment& e, std::int64_t n) { e.settings.sack = n != 0; }},
      {"tcp_dsack", [](Environment& e, std::int64_t n) { e.settings.dsack = n != 0; }},
      {"tcp_window_scaling", [](Environment& e, std::int64_t n) { e.window_scaling = n != 0; }},
      {"tcp_ecn",
       [](Environment& e, std::int64_t n) {
         only(n, {0, 1, 2});  // beyond is AccECN
         e.settings.ecn = n == 0 ? tcp::EcnUse::off : n == 1 ? tcp::EcnUse::ask : tcp::EcnUse::when_asked;
       }},
      {"tcp_syn_retries", [](Environment& e, std::int64_t n) { e.settings.syn_retries = static_cast<unsigned>(n); }},
      {"tcp_synack_retries",
       [](Environment& e, std::int64_t n) { e.settings.synack_retries = static_cast<unsigned>(n); }},
      {"tcp_retries2", [](Environment& e, std::int64_t n) { e.settings.retries = static_cast<unsigned>(n); }},
      {"tcp_orphan_retries",
       [](Environment& e, std::int64_t n) { e.settings.orphan_retries = n == 0 ? 8 : static_cast<unsigned>(n); }},
      {"tcp_fin_timeout", [](Environment& e, std::int64_t n) { e.settings.fin_timeout = n * 1_s; }},
      {"tcp_keepalive_time", [](Environment& e, std::int64_t n) { e.settings.keepalive_time = n * 1_s; }},
      {"tcp_keepalive_intvl", [](Environment& e, std::int64_t n) { e.settings.keepalive_interval = n * 1_s; }},
      {"tcp_keepalive_probes",
       [](Environment& e, std::int64_t n) { e.settings.keepalive_probes = static_cast<unsigned>(n); }},
      {"tcp_reordering", [](Environment& e, std::int64_t n) { e.settings.reordering = static_cast<std::uint32_t>(n); }},
      {"tcp_max_reordering",
       [](Environment& e, std::int64_t n) { e.settings.max_reordering = static_cast<std::uint32_t>(n); }},
      {"tcp_recovery",
       [](Environment& e, std::int64_t n) {
         only(n, {0, 1});
         e.settings.rack = n != 0;
       }},
      {"tcp_early_retrans", [](Environment& e, std::int64_t n) { e.settings.tail_loss_probe = n == 3 || n == 4; }},
      {"tcp_frto", [](Environment& e, std::int64_t n) { e.settings.frto = n != 0; }},
      {"tcp_slow_start_after_idle", [](Environment& e, std::int64_t n) { e.settings.slow_start_after_idle = n != 0; }},
      {"tcp_tso_win_divisor",
       [](Environment& e, std::int64_t n) { e.settings.tso_win_divisor = static_cast<unsigned>(n); }},
      {"tcp_min_tso_segs",
       [](Environment& e, std::int64_t n) { e.settings.min_tso_segments = static_cast<unsigned>(n); }},
      {"tcp_invalid_ratelimit", [](Environment& e, std::int64_t n) { e.settings.invalid_ratelimit = n * 1_ms; }},
      {"tcp_comp_sack_nr",
       [](Environment& e, std::int64_t n) { e.settings.compressed_sacks = static_cast<unsigned>(n); }},
      {"tcp_comp_sack_delay_ns", [](Environment& e, std::int64_t n) { e.settings.compressed_sack_delay = n * 1000; }},
      // Modelled with these values alone.
      {"tcp_pacing_ss_ratio", [](Environment&, std::int64_t n) { only(n, {200}); }},
      {"tcp_pacing_ca_ratio", [](Environment&, std::int64_t n) { only(n, {120}); }},
      {"tcp_notsent_lowat",
       [](Environment&, std::int64_t n) {
         only(n, {-1, 0xffffffff});
       }},
      {"tcp_mtu_probing", [](Environment&, std::int64_t n) { only(n, {0}); }},
      {"tcp_adv_win_scale", [](Environment&, std::int64_t n) { only(n, {1}); }},
      {"tcp_syncookies",
       [](Environment&, std::int64_t n) {
         only(n, {0, 1});
       }},
      {"tcp_thin_linear_timeouts", [](Environment&, std::int64_t n) { only(n, {0}); }},
      {"tcp_shrink_window", [](Environment&, std::int64_t n) { only(n, {0}); }},
      {"tcp_tso_rtt_log", [](Environment&, std::int64_t n) { only(n, {9}); }},
      {"tcp_rto_max_ms", [](Environment& e, std::int64_t n) { e.settings.rto_max = n * 1_ms; }},
      {"tcp_rto_min_us", [](Environment& e, std::int64_t n) { e.settings.rto_min = n * 1'000'000; }},
  };
  return all;
}

/// Without influence on what a script can see of this model.
const std::set<std::string>& harmless() {
  static const std::set<std::string> all{"tcp_fack",
                                         "tcp_wmem",
                                         "tcp_fastopen",
                                         "tcp_fastopen_key",
                                         "tcp_no_metrics_save",
                                         "tcp_ecn_fallback",
                                         "tcp_retries1",
                                         "tcp_moderate_rcvbuf",
                                         "tcp_autocorking",
                                         "tcp_limit_output_bytes",
                                         "tcp_tw_reuse",
                                         "tcp_low_latency",
                                         "tcp_base_mss",
                                         "tcp_abc",
                                         "tcp_challenge_ack_limit",
                                         "tcp_max_syn_backlog",
                                         "tcp_early_demux",
                                         "tcp_min_rtt_wlen",
                                         "tcp_no_ssthresh_metrics_save",
                                         "tcp_retrans_collapse",
                                         "tcp_rfc1337",
                                         "ip_local_port_range",
                                         "tcp_fastopen_blackhole_timeout_sec"};
  return all;
}

void apply_rmem(Environment& e, const std::string& value) {
  std::istringstream in(value);
  std::uint64_t least = 0;
  if (!(in >> least >> e.receive_buffer_default >> e.receive_buffer_most)) throw NotModelled();
}

}  // namespace

void apply_sysctl(Environment& e, std::string name, const std::string& value) {
  const std::string proc = "/proc/sys/";
  if (name.compare(0, proc.size(), proc) == 0) name.erase(0, proc.size());
  std::replace(name.begin(), name.end(), '/', '.');
  const std::string whole = fmt::format("sysctl {}={}", name, value);
  const std::string ipv4 = "net.ipv4.";
  if (name.compare(0, ipv4.size(), ipv4) != 0) {
    if (name == "net.core.somaxconn" || name == "net.mptcp.enabled" || name == "net.core.default_qdisc") return;
    throw Unsupported(whole);
  }
  name.erase(0, ipv4.size());
  if (harmless().count(name) > 0) return;
  try {
    if (name == "tcp_congestion_control") {
      const auto known = tcp::congestion_controls();
      if (std::find(known.begin(), known.end(), value) == known.end()) throw NotModelled();
      e.settings.congestion = value;
      return;
    }
    if (name == "tcp_rmem") return apply_rmem(e, value);
    const auto it = numbers().find(name);
    if (it == numbers().end()) throw NotModelled();
    std::size_t used = 0;
    const std::int64_t n = std::stoll(value, &used, 0);
    if (used != value.size()) throw NotModelled();
    it->second(e, n);
  } catch (const std::logic_error&) {  // no number
    throw Unsupported(whole);
  } catch (const NotModelled&) {
    throw Unsupported(whole);
  }
}

}  // namespace rocelab::app::packetdrill
