#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/bench/kernel_rate.h"
#include "app/bench/transfer.h"
#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/forked.h"
#include "app/scratch_folder.h"

namespace rocelab::app {
namespace {

struct BenchOptions {
  bool json = false;
};

/// CPU time of a packet-hop when all hosts but one write to it through a switch that PFC keeps from dropping, octets
/// moved and compared; what the hosts cost to set up is taken off by a run that hardly sends anything. However many
/// hosts write, they have the same 128 messages of 64 KiB under way: 8 MiB of memory at each end, so that the figures
/// differ by what a network of many hosts costs and not by what fits into the cache of this machine.
double incast_cost_per_hop(unsigned hosts, unsigned messages) {
  const unsigned inflight = 128 / (hosts - 1);
  const auto cost = [&](unsigned count, const char* size) {
    return cost_of(
        transfer({fmt::format("network.hosts={}", hosts), fmt::format("message.count={}", count),
                  fmt::format("message.size={}", size), fmt::format("message.inflight={}", inflight),
                  "network.traffic=incast", "network.lossless=true", "rdma.congestion=none", "network.ecn.mode=off"}));
  };
  const TransferCost whole = cost(messages, "64KiB"), setup = cost(1, "1KiB");
  return (whole.cpu_s - setup.cpu_s) / static_cast<double>(whole.packet_hops - setup.packet_hops);
}

using Figures = nlohmann::ordered_json;

/// The kernel's own rate first, so that it and the transfers meet the machine in the same state.
Figures speeds() {
  const double kernel_rate = std::stod(forked([] { return fmt::format("{}", kernel_events_per_cpu_s()); }));
  const TransferCost whole = cost_of(transfer({}));
  const TransferCost tcp = cost_of(transfer({"lanes.rdma.path=kernel_tcp"}));  // the same octets by the kernel's road
  const auto hops = static_cast<double>(whole.packet_hops);
  return {{"packet_hops_per_cpu_s", hops / whole.cpu_s},
          {"tcp_packet_hops_per_cpu_s", static_cast<double>(tcp.packet_hops) / tcp.cpu_s},
          {"events_per_packet_hop", static_cast<double>(whole.events) / hops},
          {"kernel_events_per_packet_hop", static_cast<double>(whole.kernel_events) / hops},
          {"kernel_events_per_cpu_s", kernel_rate},
          {"peak_rss_mb", whole.peak_rss_mb},
          {"packet_hops", whole.packet_hops},
          {"cpu_s", whole.cpu_s}};
}

/// What an option costs: CPU time with it over CPU time without, both measured in turn.
Figures cost_ratios() {
  const Prepared tenth = transfer({"message.count=10"});
  const TransferCost plain = cost_of(tenth);
  const TransferCost in_rtl = cost_of(transfer({"message.count=10", "engine.mr_check=rtl"}));
  const ScratchFolder folder;
  const TransferCost with_waves = cost_of(tenth, folder.path());
  return {{"vcd_cost_ratio", with_waves.cpu_s / plain.cpu_s},
          {"rtl_cost_ratio", in_rtl.cpu_s / plain.cpu_s},
          {"incast_cost_ratio", incast_cost_per_hop(65, 48) / incast_cost_per_hop(2, 48 * 64)}};
}

/// Each figure's median over an odd number of rounds: one run takes a tenth of a second, and scatters by 15 %.
Figures medians(unsigned rounds, const std::function<Figures()>& measure) {
  std::vector<Figures> measured(rounds);
  for (Figures& round : measured) round = measure();
  Figures middle = measured.front();
  for (auto& [name, value] : middle.items()) {
    std::vector<Figures> values;
    for (const Figures& round : measured) values.push_back(round.at(name));
    std::sort(values.begin(), values.end());
    value = values[rounds / 2];
  }
  return middle;
}

Figures figures() {
  Figures all = medians(9, speeds);
  all.update(medians(5, cost_ratios));
  return all;
}

int bench(const BenchOptions& options) {
  const Figures measured = figures();
  if (options.json) {
    fmt::print("{}\n", measured.dump(2));
  } else {
    for (const auto& [name, value] : measured.items()) fmt::print("{:<30}{:>16.3f}\n", name, value.get<double>());
  }
  return done;
}

}  // namespace

Command bench_command() {
  auto options = std::make_shared<BenchOptions>();
  return {"bench",
          "how fast the model runs here: 100 MB over the RDMA lane, and over TCP; medians of several runs",
          {{"--json", "as JSON", &options->json}},
          [options] { return bench(*options); }};
}

}  // namespace rocelab::app
