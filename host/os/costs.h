#pragma once
#include "tlm/units.h"

namespace rocelab::host {

/// What the kernel's steps cost on one testbed. Names follow calibration.toml (groups cpu, tcp_stack); rows marked
/// there as memory-unverified are priors. Cycles are of `core_hz`.
struct KernelCosts {
  std::uint64_t core_hz = 3'400'000'000;     // cpu_freq_ghz
  Ps syscall_entry = 105'000;                // half of syscall_model_default_ns (KPTI on)
  Ps syscall_exit = 105'000;                 // the other half
  Ps copy_fixed = 60'000;                    // copy_fixed_ns
  Rate copy_to_kernel{160'000'000'000};      // copy_cached_gbytes: the source is warm
  Rate copy_to_user{84'000'000'000};         // copy_rx_effective_gbytes: the source came by DMA
  std::uint32_t tx_per_skb = 4500;           // tcp_tx_cycles_per_tso_skb
  std::uint32_t tx_per_segment = 2200;       // tcp_tx_cycles_per_mtu_segment_no_gso
  double checksum_per_byte = 0.2;            // checksum_sw_cycles_per_byte, 0 with offload
  std::uint32_t ack_tx = 900;                // ack_tx_cycles
  std::uint32_t ack_rx = 1200;               // ack_rx_cycles
  std::uint32_t rx_driver_per_packet = 600;  // tcp_rx_driver_cycles_per_packet
  std::uint32_t rx_per_gro_skb = 3000;       // tcp_rx_cycles_per_gro_skb
  std::uint32_t rx_per_packet = 3200;        // tcp_rx_cycles_per_mtu_packet_no_gro
  Ps interrupt_delivery = 1'000'000;         // irq_delivery_ns: MSI-X write to first handler instruction
  std::uint32_t interrupt_handler = 1500;    // irq_handler_cycles
  std::uint32_t softirq_entry = 800;         // softirq_entry_cycles
  unsigned napi_weight = 64;                 // napi_weight
  Ps wakeup_latency = 1'000'000;             // sched_wakeup_latency_ns less the switch itself: the core leaves idle
  Ps context_switch = 1'500'000;             // context_switch_direct_ns
  Ps pin_per_page = 300'000;                 // mlock_pin_ns_per_4k_page (mr_reg_per_byte_ns: 246 for the same)
  Ps pin_per_huge_page = 600'000;            // mr_reg_per_2m_hugepage_ns: one pin and one table entry for 2 MiB
  Ps register_memory = 16'000'000;           // mr_reg_base_us
  Ps deregister_memory = 16'000'000;         // assumption: the command that ends a key is like the one that makes it
  Ps create_queue_pair = 400'000'000;        // create_qp_us
  Ps modify_queue_pair = 100'000'000;        // modify_qp_each_us
  Ps other_command = 10'000'000;             // assumption: a command that only takes a table entry
  Ps post_send = 60'000;                     // cpu_post_send_ns, with the doorbell store
  Ps blueflame_block = 40'000;               // mmio_wc64_cpu_ns, less the doorbell's mmio_doorbell_8B_cpu_ns
  Ps poll_hit = 40'000;                      // cpu_poll_cq_hit_ns

  /// Duration of `n` core cycles, rounded up.
  constexpr Ps cycles(std::uint64_t n) const {
    return static_cast<Ps>((n * 1'000'000'000'000ULL + core_hz - 1) / core_hz);
  }
  Ps copy(Rate rate, std::uint64_t bytes) const { return copy_fixed + rate.time_of(bytes); }
};

}  // namespace rocelab::host
