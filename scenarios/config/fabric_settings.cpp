#include "scenarios/config/fabric_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/config/lane_keys.h"
#include "scenarios/input_error.h"
#include "transport/congestion/rate_control.h"

namespace rocelab::scenarios {
namespace {

using Topology = FabricSettings::Topology;

constexpr Rate hundred = Rate::gbps(100);

class FabricReader {
 public:
  FabricReader(const Config& config, const std::string& lane, FabricSettings& s)
      : lane_{config, lane}, config_(config), s(s) {}

  void read(Rate rate, bool lossless) {
    topology();
    buffer();
    pause(lossless);
    ecn(rate, lossless);
    s.watchdog.action = lane_.word("network.watchdog.action") == "drop"      ? fabric::Watchdog::Action::drop
                        : lane_.word("network.watchdog.action") == "forward" ? fabric::Watchdog::Action::forward
                                                                             : fabric::Watchdog::Action::off;
    s.watchdog.detect = lane_.time("network.watchdog.detect");
    s.watchdog.restore = lane_.time("network.watchdog.restore");
    sick_and_slow();
    rate_control(lossless);
    flows();
    cross();
  }

 private:
  bool is(const char* key, const char* word) const { return lane_.word(key) == word; }

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const {
    const Config::Written* w = config_.written(lane_.name, key);
    throw InputError(fmt::format("{}: {}: {}", w ? w->where : "lane " + lane_.name, key, what));
  }

  std::size_t host(const std::string& key) const {
    const std::string name = lane_.word(key);
    const std::size_t index = name == "local" ? 0 : name == "peer" ? 1 : std::stoul(name.substr(1)) - 1;
    if (index >= s.hosts || (index < 2 && name[0] == 'h')) {
      refuse(key, fmt::format("there is no host '{}'; network.hosts is {}: local, peer{}", name, s.hosts,
                              s.hosts > 2 ? ", h3 to h" + std::to_string(s.hosts) : ""));
    }
    return index;
  }

  void topology() {
    const std::string name = lane_.word("network.topology");
    s.topology = name == "cable"        ? Topology::cable
                 : name == "switch"     ? Topology::one_switch
                 : name == "trunk"      ? Topology::trunk
                 : name == "leaf_spine" ? Topology::leaf_spine
                                        : Topology::ring;
    s.hosts = lane_.integer<std::size_t>("network.hosts");
    if (s.topology == Topology::cable && s.hosts != 2) refuse("network.hosts", "a cable joins 2 hosts");
    const std::size_t usual = s.topology == Topology::ring ? 3 : s.topology <= Topology::one_switch ? 1 : 2;
    s.switches = is("network.switches", "auto") ? usual : lane_.integer<std::size_t>("network.switches");
    if (s.topology <= Topology::trunk) s.switches = usual;
    if (s.topology == Topology::ring && s.switches < 3) refuse("network.switches", "a ring has 3 switches or more");
    s.spines = lane_.integer<std::size_t>("network.spines");
    if (!is("network.trunk_rate", "same")) s.trunk_rate = lane_.rate("network.trunk_rate");
    s.clockwise = is("network.routing", "clockwise");
    if (is("network.place", "auto")) {
      // One to each edge switch in turn; behind a trunk the peer stands alone, so that all others cross it.
      for (std::size_t i = 0; i < s.hosts; ++i)
        s.place.push_back(s.topology == Topology::trunk ? (i == 1 ? 1 : 0) : i % s.switches);
      return;
    }
    for (const std::uint64_t n : parse_numbers(lane_.word("network.place"))) s.place.push_back(n);
    if (s.place.size() != s.hosts || *std::max_element(s.place.begin(), s.place.end()) >= s.switches) {
      refuse("network.place", fmt::format("names {} switches; needed is one below {} for each of {} hosts",
                                          s.place.size(), s.switches, s.hosts));
    }
  }

  void buffer() {
    s.buffer.total = lane_.size("network.switch.buffer");
    s.buffer.alpha = lane_.number("network.switch.alpha");
    s.buffer.reserved = lane_.size("network.switch.reserved");
    s.buffer.lossy_limit.reset();
    if (!is("network.switch.queue", "dynamic")) s.buffer.lossy_limit = lane_.size("network.switch.queue");
    if (is("network.switch.weights", "strict")) return;
    const auto weights = parse_numbers(lane_.word("network.switch.weights"));
    if (weights.size() != 8) refuse("network.switch.weights", "needs eight, one a priority; 0 is strict");
    s.weights.emplace();
    std::copy(weights.begin(), weights.end(), s.weights->begin());
  }

  void pause(bool lossless) {
    using Kind = fabric::PauseKind;
    const std::string mode = lane_.word("network.pfc.mode");
    const bool on = mode == "on" || (mode == "auto" && lossless);
    s.pause.kind = mode == "pause" ? Kind::link : on ? Kind::priority : Kind::none;
    s.pause.quanta = lane_.integer<std::uint16_t>("network.pfc.quanta");
    s.pause.response_quanta = lane_.integer("network.pfc.response");
    s.lossless_class = Priority{lane_.integer<std::uint8_t>("network.class")};
    if (s.pauses()) s.buffer.lossless = static_cast<std::uint8_t>(1 << s.lossless_class.value);
    if (!is("network.pfc.xoff", "dynamic")) s.buffer.xoff = lane_.size("network.pfc.xoff");
    s.buffer.hysteresis = lane_.size("network.pfc.hysteresis");
    if (!is("network.pfc.headroom", "formula")) s.headroom = lane_.size("network.pfc.headroom");
  }

  void ecn(Rate rate, bool lossless) {
    s.mark_at = is("network.ecn.at", "enqueue") ? fabric::MarkAt::enqueue : fabric::MarkAt::dequeue;
    if (is("network.ecn.mode", "off") || (is("network.ecn.mode", "auto") && !lossless)) return;
    s.red.emplace();
    // Alibaba's values grow with the rate: 400 KB and 1600 KB at 100 Gb/s (calibration: ecn_100g_hpcc_kb).
    const double scale = static_cast<double>(rate.bits_per_s) / static_cast<double>(hundred.bits_per_s);
    const auto threshold = [&](const char* key, std::uint64_t& at) {
      at = is(key, "scaled") ? static_cast<std::uint64_t>(static_cast<double>(at) * scale) : lane_.size(key);
    };
    threshold("network.ecn.kmin", s.red->kmin);
    threshold("network.ecn.kmax", s.red->kmax);
    s.red->pmax = lane_.number("network.ecn.pmax");
    if (s.red->kmax <= s.red->kmin) refuse("network.ecn.kmax", "must be larger than network.ecn.kmin");
  }

  void sick_and_slow() {
    if (!is("network.storm.host", "none")) s.sick_host = host("network.storm.host");
    if (s.sick_host && !s.pauses()) refuse("network.storm.host", "needs PFC: network.lossless or network.pfc.mode");
    s.storm_from = lane_.time("network.storm.from");
    s.storm_length = lane_.time("network.storm.length");
    if (!is("network.slow.host", "none")) s.slow_host = host("network.slow.host");
    s.slow_rate = lane_.rate("network.slow.rate");
    s.slow_buffer = lane_.size("network.slow.buffer");
  }

  void rate_control(bool lossless) {
    const std::string name = lane_.word("rdma.congestion");
    s.congestion = name != "auto" ? name : lossless ? "dcqcn" : "none";
    const congestion::Control& control = congestion::control(s.congestion);
    const std::string prefix = "rdma." + s.congestion + ".";
    std::vector<std::pair<std::string, double>> chosen;
    for (const auto& p : control.parameters) {
      const std::string key = prefix + std::string(p.name);
      if (lane_.word(key) != "set") chosen.emplace_back(p.name, lane_.number(key));
    }
    const std::string set = control.sets.empty() ? "" : lane_.word(prefix + "set");
    s.congestion_values = congestion::values_of(control, set, chosen);
    const bool marks = s.red.has_value();
    // Without a map that looks at it the DSCP means nothing, and packets stay as they were.
    if (!is("rdma.dscp", "auto")) {
      s.dscp = lane_.integer<std::uint8_t>("rdma.dscp");
    } else if (s.pauses() || marks) {
      s.dscp = static_cast<std::uint8_t>(s.lossless_class.value << 3 | 2);  // 26 for class 3, as RoCE has it by custom
    }
    if (!is("rdma.cnp_interval", "auto")) s.cnp_interval = lane_.time("rdma.cnp_interval");
    using Per = congestion::NotificationPoint::Per;
    const std::string per = lane_.word("rdma.cnp_per");
    s.cnp_per = per == "queue_pair" ? Per::queue_pair : per == "destination" ? Per::destination : Per::port;
  }

  void flows() {
    for (const std::string& name : config_.named("flows.", lane_.name)) {
      const std::string prefix = "flows." + name + ".";
      FlowSettings f{name, host(prefix + "from"), host(prefix + "to"), {}};
      if (f.from == f.to) refuse(prefix + "to", "is where it comes from");
      if (!is((prefix + "messages").c_str(), "all")) f.messages = lane_.integer(prefix + "messages");
      s.flows.push_back(f);
    }
    if (!s.flows.empty()) return;
    s.flows.push_back({"local", 0, 1, {}});
    if (!is("network.traffic", "incast")) return;
    for (std::size_t i = 2; i < s.hosts; ++i) s.flows.push_back({host_name(i), i, 1, {}});
  }

  void cross() {
    for (const std::string& name : config_.named("network.cross.", lane_.name)) {
      const std::string prefix = "network.cross." + name + ".";
      if (s.topology == Topology::cable) refuse(prefix + "rate", "needs a switch: network.topology is cable");
      CrossSettings c;
      c.name = name;
      c.at_switch = lane_.integer<std::size_t>(prefix + "switch");
      if (c.at_switch >= s.switches) refuse(prefix + "switch", fmt::format("must be below {}", s.switches));
      c.to = host(prefix + "to");
      c.rate = lane_.rate(prefix + "rate");
      c.frame = static_cast<std::uint32_t>(lane_.size(prefix + "frame"));
      c.burst = lane_.size(prefix + "burst");
      c.gap = lane_.time(prefix + "gap");
      c.from = lane_.time(prefix + "from");
      c.length = lane_.time(prefix + "length");
      c.dscp = is((prefix + "dscp").c_str(), "lane") ? s.dscp : lane_.integer<std::uint8_t>(prefix + "dscp");
      s.cross.push_back(c);
    }
  }

  LaneKeys lane_;
  const Config& config_;
  FabricSettings& s;
};

}  // namespace

std::string host_name(std::size_t index) {
  return index == 0 ? "local" : index == 1 ? "peer" : "h" + std::to_string(index + 1);
}

FabricSettings resolve_fabric(const Config& config, const std::string& lane, Rate rate, bool lossless) {
  FabricSettings s{};
  FabricReader(config, lane, s).read(rate, lossless);
  return s;
}

}  // namespace rocelab::scenarios
