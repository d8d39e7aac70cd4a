#include "hw/rnic/profile.h"

#include <stdexcept>
#include <string>

namespace rocelab::rnic {

Profile Profile::cx5() {
  Profile p;
  p.clock = Clock::mhz(430);      // nic_core_clock_mhz
  p.doorbell = 10;                // assumption
  p.wqe_parse = 10;               // assumption
  p.gather = 99;                  // nic_gather_overhead_ns 230 (its split is a guess)
  p.tx_pipeline = 65;             // nic_tx_pipeline_ns 150
  p.rx_pipeline = 65;             // nic_rx_pipeline_ns 150
  p.ack_build = 10;               // assumption
  p.nak_build = 10;               // assumption; CX-4 class parts take far longer
  p.nak_reaction = 20;            // assumption
  p.cqe_build = 10;               // assumption
  p.rqe_prefetch = true;          // cx5_roce_send_8B_us is no more than cx5_roce_write_8B_us: no fetch on the way
  p.packet_interval = 4;          // tx_pipe_max_mpps 117.9: one packet in 3.65 cycles
  p.tx_window_bytes = 32 * 1024;  // 100 Gb/s over dma_read_rtt (450 ns) and gather, and headroom
  p.tx_window_packets = 96;       // min_inflight_dma 30 at 40 Gb/s, scaled
  // nic_icm_cache_bytes, 2 MiB: assumed to be half contexts of qpc_state_bytes, a quarter translations (the rest: keys,
  // completion queues). Reaches as far as the registered memory of most runs: 256 MiB.
  p.qp_cache_entries = 1024 * 1024 / 375;
  p.mtt_cache_entries = 512 * 1024 / 8;
  p.mtt_line = 8;          // assumption: a miss reads 64 octets, a cache line
  p.misses_in_flight = 1;  // icm_miss_per_packet_seen: 2.0 M misses/s of ctx_miss_penalty_ns are 0.9 in flight
  p.receive_records = true;
  return p;
}

Profile Profile::named(std::string_view name) {
  if (name == "ideal") return ideal();
  if (name == "cx5") return cx5();
  throw std::invalid_argument("no NIC profile named '" + std::string(name) + "' (cx5, ideal)");
}

}  // namespace rocelab::rnic
