#include "scenarios/config/keys.h"

#include <algorithm>
#include <stdexcept>

#include "host/apps/application.h"
#include "host/apps/mistake.h"
#include "host/apps/rdma_operation.h"
#include "host/apps/tcp_reader.h"
#include "hw/rnic/profile.h"
#include "scenarios/config/fabric_keys.h"
#include "scenarios/config/kernel_keys.h"
#include "scenarios/config/key_units.h"
#include "scenarios/config/named_keys.h"
#include "scenarios/config/values.h"
#include "scenarios/config/window.h"
#include "transport/rc/retransmit/scheme.h"
#include "transport/tcp/congestion/control.h"

namespace rocelab::scenarios {
namespace {

using namespace key_units;

// What is registered by name elsewhere is allowed here without a second list.
template <class All>
std::vector<std::string> names_of(const All& all) {
  std::vector<std::string> names;
  for (const auto& one : all) names.emplace_back(one.name);
  return names;
}

std::vector<std::string> congestion_names() {
  const auto all = tcp::congestion_controls();
  return {all.begin(), all.end()};
}

std::vector<KeySpec> scenario_key_table() {
  using K = KeySpec::Kind;
  std::vector<KeySpec> all{
      {"operation", K::word, "write", 0, 0, names_of(host::rdma_operations())},
      {"application", K::word, "stream", 0, 0, names_of(host::applications())},
      {"path", K::word, "kernel_tcp", 0, 0, {"kernel_tcp", "rdma"}},
      {"message.size", K::size, "4KiB", 1, gib},
      {"message.count", K::integer, "1", 1, 1e6},
      {"message.inflight", K::integer, "1", 1, 1024},
      {"network.rate", K::rate, "100Gbps", 1e6, 8e11},
      {"network.mtu", K::word, "1024", 0, 0, {"256", "512", "1024", "2048", "4096"}},
      {"network.rtt", K::time, "1us", 10 * ns, 1 * s},
      {"network.topology", K::word, "switch", 0, 0, {"cable", "switch", "trunk", "leaf_spine", "ring"}},
      {"network.switching", K::word, "cut_through", 0, 0, {"cut_through", "store_and_forward"}},
      {"network.ip", K::word, "4", 0, 0, {"4", "6"}},
      {"network.loss", K::share, "0", 0, 1},
      {"network.loss_spares", K::word, "none", 0, 0, {"none", "nak_resend"}},
      {"network.corruption", K::share, "0", 0, 1},
      {"network.lossless", K::boolean, "false"},
      {"network.probe_frame", K::size, "1082", 64, 1522},
      {"tcp.mtu", K::size, "1500", 576, 9000},
      {"tcp.tso", K::boolean, "true"},
      {"tcp.gro", K::boolean, "true"},
      {"tcp.checksum_offload", K::boolean, "true"},
      {"tcp.congestion", K::word, "cubic", 0, 0, congestion_names()},
      {"tcp.send_buffer", K::size, "4MiB", 4 * kib, gib},
      {"tcp.receive_buffer", K::size, "1MiB", 4 * kib, gib},
      {"tcp.connections", K::integer, "1", 1, 1024},
      {"tcp.reader", K::word, "blocking", 0, 0, host::tcp_reading_words()},
      {"tcp.reader_busy", K::time, "0ns", 0, 10 * s},
      {"host.neighbour", K::share, "0", 0, 0.95},
      {"host.neighbour_at", K::word, "peer", 0, 0, {"local", "peer", "both"}},
      {"host.time_slice", K::time, "3ms", 10 * us, 100 * ms},  // base_slice_ns of Linux on 8 cores or more
      {"host.cores", K::integer, "auto", 1, 64, {"auto"}},
      {"host.program_core", K::integer, "auto", 0, 63, {"auto"}},
      {"nic.queues", K::integer, "1", 1, 64},
      {"nic.irq_cores", K::numbers, "auto", 0, 63, {"auto"}},
      {"nic.steering", K::word, "rss", 0, 0, {"rss", "rfs", "arfs"}},
      {"nic.moderation", K::time, "2us", 0, 1 * ms},
      {"nic.moderation_frames", K::integer, "32", 1, 1024},
      {"nic.adaptive_moderation", K::boolean, "false"},
      {"nic.profile", K::word, "cx5", 0, 0, rnic::Profile::names()},
      {"nic.qp_cache", K::integer, "profile", 0, 1e6, {"profile"}},
      {"nic.mtt_cache", K::integer, "profile", 0, 1e7, {"profile"}},
      {"nic.peer_mtt_cache", K::integer, "profile", 0, 1e7, {"profile"}},
      {"nic.mtt_line", K::word, "profile", 0, 0, {"profile", "1", "2", "4", "8", "16", "32", "64"}},
      {"nic.rx_buffer", K::size, "0", 0, gib},
      {"nic.cqe_compression", K::boolean, "false"},
      {"pcie.model", K::word, "closed_form", 0, 0, {"closed_form", "per_tlp"}},
      {"pcie.generation", K::integer, "3", 1, 5},
      {"pcie.lanes", K::word, "16", 0, 0, {"1", "2", "4", "8", "16"}},
      {"pcie.mps", K::word, "256", 0, 0, {"128", "256", "512", "1024", "2048", "4096"}},
      {"pcie.mrrs", K::word, "512", 0, 0, {"128", "256", "512", "1024", "2048", "4096"}},
      {"pcie.rcb", K::word, "64", 0, 0, {"64", "128"}},
      {"pcie.tags", K::integer, "256", 1, 1024},
      {"memory.bandwidth", K::rate, "800Gbps", 1e9, 8e12},
      {"memory.llc", K::size, "20MB", 0, gib},
      {"memory.ddio", K::share, "0.1", 0, 1},
      {"memory.dram_latency", K::time, "0ns", 0, 1 * us},
      {"rdma.registered", K::boolean, "true"},
      {"rdma.registration", K::word, "once", 0, 0, {"once", "each", "pool"}},
      {"rdma.pages", K::word, "4KiB", 0, 0, {"4KiB", "2MiB"}},
      {"rdma.completion", K::word, "poll", 0, 0, {"poll", "event"}},
      {"rdma.connect", K::word, "exchange", 0, 0, {"exchange", "cm"}},
      {"rdma.qp_state", K::word, "rts", 0, 0, {"reset", "init", "rtr", "rts"}},
      {"rdma.scheme", K::word, "go_back_n", 0, 0, names_of(rc::schemes())},
      {"rdma.inline", K::boolean, "false"},
      {"rdma.blueflame", K::word, "off", 0, 0, {"off", "inline", "single"}},
      {"rdma.mistake", K::word, "none", 0, 0, names_of(host::mistakes())},
      {"rdma.timeout", K::integer, "14", 0, 31},
      {"rdma.retry_cnt", K::integer, "7", 0, 7},
      {"rdma.rnr_retry", K::integer, "7", 0, 7},
      {"rdma.min_rnr_timer", K::integer, "12", 0, 31},
      {"rdma.connections", K::integer, "1", 1, 20000},
      {"rdma.turn", K::word, "round_robin", 0, 0, {"round_robin", "random"}},
      {"engine.mr_check", K::word, "model", 0, 0, {"model", "rtl"}},
      {"rdma.max_rd_atomic", K::integer, "16", 0, 255},  // what the device refuses is a lesson, not a wrong key
      {"rdma.max_dest_rd_atomic", K::integer, "16", 0, 255},
      {"rdma.receive_delay", K::time, "0", 0, 10 * s},
      {"rdma.receive_state", K::word, "rts", 0, 0, {"reset", "init", "rtr", "rts"}},
      {"waves.level", K::word, "full", 0, 0, {"lesson", "states", "full"}},
      {"waves.window", K::window, "all", 0, 0, {"all"}},
      {"seed", K::integer, "1", 0, 9e15},
      {"limit", K::time, "100s", 1 * us, 1e6 * s},
  };
  const auto behind = std::find_if(all.begin(), all.end(), [](const KeySpec& k) { return k.name == "tcp.mtu"; });
  const std::vector<KeySpec> fabric = fabric_key_table();
  all.insert(behind, fabric.begin(), fabric.end());
  const auto apart = std::find_if(all.begin(), all.end(), [](const KeySpec& k) { return k.name == "host.cores"; });
  const std::vector<KeySpec> kernel = kernel_key_table();
  all.insert(apart, kernel.begin(), kernel.end());
  return all;
}

/// "local", "peer", and from the third host on "h3", "h4", …
bool names_host(const std::string& value) {
  if (value == "local" || value == "peer") return true;
  return value.size() > 1 && value[0] == 'h' && value.find_first_not_of("0123456789", 1) == std::string::npos;
}

/// By its form; whether the topology has it is known when all keys are.
bool names_cable(const std::string& value) {
  const std::string_view cross = "cross.", trunk = "sw";
  if (value.rfind(cross, 0) == 0) return value.size() > cross.size();
  return names_host(value) || (value.rfind(trunk, 0) == 0 && value.find("-sw") != std::string::npos);
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& w : words) text += (text.empty() ? "" : ", ") + w;
  return text;
}

std::string number(double n) {
  std::string text = std::to_string(n);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string KeySpec::allowed() const {
  if (kind == Kind::word || words.empty()) return allowed_value();
  return list(words) + ", or " + allowed_value();
}

std::string KeySpec::allowed_value() const {
  switch (kind) {
    case Kind::number:
      return "a number from " + number(min) + " to " + number(max);
    case Kind::host:
      return "a host: local, peer, h3, h4, …; none where there may be none";
    case Kind::cable:
      return "a cable: local, peer, h3, h4, …, of a trunk sw0-sw1, of cross traffic cross.NAME";
    case Kind::word:
      return words.size() == 1 ? words.front() : "one of " + list(words);
    case Kind::boolean:
      return "true or false";
    case Kind::share:
      return "a share from " + number(min) + " to " + number(max);
    case Kind::integer:
      return "a whole number from " + number(min) + " to " + number(max);
    case Kind::numbers:
      return "none, or whole numbers and ranges up to " + number(max) + ", such as 3, 7, 9-12";
    case Kind::window:
      return "two times, the second behind the first: on the trace's axis such as 1200us, 1300us, or by t0 such as "
             "t0, t0+50us; at most t0-100us";
    case Kind::size:
      return "a size from " + number(min) + " B to " + number(max) + " B, such as 4KiB";
    case Kind::rate:
      return "a rate from " + number(min / 1e6) + "Mbps to " + number(max / 1e9) + "Gbps, such as 100Gbps";
    case Kind::time:
      return "a time from " + number(min / ns) + "ns to " + number(max / s) + "s, such as 2us";
  }
  return "";
}

void KeySpec::check(const std::string& value) const {
  double n = 0;
  if (kind != Kind::word && std::find(words.begin(), words.end(), value) != words.end()) return;
  try {
    switch (kind) {
      case Kind::host:
        if (value != fallback && !names_host(value)) throw std::invalid_argument("");
        return;
      case Kind::cable:
        if (!names_cable(value)) throw std::invalid_argument("");
        return;
      case Kind::number:
        n = parse_number(value);
        break;
      case Kind::word:
        if (std::find(words.begin(), words.end(), value) == words.end()) throw std::invalid_argument("");
        return;
      case Kind::boolean:
        parse_bool(value);
        return;
      case Kind::window:
        parse_window(value);
        return;
      case Kind::numbers:
        for (const std::uint64_t each : parse_numbers(value)) n = std::max(n, static_cast<double>(each));
        break;
      case Kind::share:
        n = parse_number(value);
        break;
      case Kind::integer:
        n = static_cast<double>(parse_integer(value));
        break;
      case Kind::size:
        n = static_cast<double>(parse_size(value));
        break;
      case Kind::rate:
        n = static_cast<double>(parse_rate(value).bits_per_s);
        break;
      case Kind::time:
        n = static_cast<double>(parse_time(value));
        break;
    }
    if (n < min || n > max) throw std::invalid_argument("");
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(allowed());
  }
}

const std::vector<KeySpec>& keys() {
  static const std::vector<KeySpec> all = scenario_key_table();
  return all;
}

const KeySpec* find_key(const std::string& name) {
  const auto named = named_key(name);
  const std::vector<KeySpec>& all = named ? named->table->keys() : keys();
  const std::string& wanted = named ? named->key : name;
  const auto it = std::find_if(all.begin(), all.end(), [&](const KeySpec& k) { return k.name == wanted; });
  return it == all.end() ? nullptr : &*it;
}

std::vector<std::string> key_names(const std::string& name) {
  std::vector<std::string> names;
  if (const auto named = named_key(name)) {
    for (const KeySpec& k : named->table->keys()) names.push_back(named->table->prefix + named->name + "." + k.name);
    return names;
  }
  for (const KeySpec& k : keys()) names.push_back(k.name);
  for (const NamedTable& t : named_tables()) names.push_back(t.prefix + "NAME." + t.keys().front().name);
  return names;
}

}  // namespace rocelab::scenarios
