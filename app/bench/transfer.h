#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "app/run/request.h"

namespace rocelab::app {

/// What one transfer cost this machine and what it moved.
struct TransferCost {
  double cpu_s = 0;                 // of the run, elaboration included
  double peak_rss_mb = 0;           // of its process
  std::uint64_t events = 0;         // actions of the timeline
  std::uint64_t kernel_events = 0;  // delta cycles of the SystemC kernel
  std::uint64_t packet_hops = 0;    // data frames × links that each crossed
};

/// The bench scenario (transfer.toml) with other settings on top.
Prepared transfer(const std::vector<std::string>& settings);

/// Runs it in a process of its own, with waves into `waves_dir` where one is given.
TransferCost cost_of(const Prepared&, const std::optional<std::filesystem::path>& waves_dir = std::nullopt);

}  // namespace rocelab::app
