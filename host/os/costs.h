#pragma once
#include <string_view>

#include "tlm/units.h"

namespace rocelab::host {

/// What the kernel's steps cost on one testbed. Values and their sources are data (host/os/profiles/*.toml), names and
/// units stand in cost_table.cpp; docs/kernel.md says which step is charged what. Cycles are of `core_hz`.
struct KernelCosts {
  std::uint64_t core_hz = 0;
  bool kpti = true;     // user and kernel have page tables of their own: each crossing changes them
  Ps syscall = 0;       // in and out, without KPTI
  Ps syscall_kpti = 0;  // the same with it
  Ps copy_fixed = 0;    // of each copy, beside its octets
  Rate copy_to_kernel;  // the source is warm
  Rate copy_to_user;    // the source came by DMA

  // Parts that several steps have in common. What a step costs beside them stands below.
  std::uint32_t skb = 0;          // allocated and freed
  std::uint32_t qdisc = 0;        // an skb through the queueing discipline
  std::uint32_t socket_lock = 0;  // taken and given back
  std::uint32_t page = 0;         // a page for the receive ring, allocated and freed

  std::uint32_t tx_per_skb = 0;      // a burst that the NIC cuts
  std::uint32_t tx_per_segment = 0;  // a segment, without TSO
  double checksum_per_byte = 0;      // without offload
  std::uint32_t ack_tx = 0;
  std::uint32_t ack_rx = 0;
  std::uint32_t rx_driver_per_packet = 0;
  std::uint32_t rx_per_gro_skb = 0;
  std::uint32_t rx_per_packet = 0;  // without GRO
  Ps interrupt_delivery = 0;        // MSI-X write to first handler instruction
  std::uint32_t interrupt_handler = 0;
  std::uint32_t softirq_entry = 0;
  std::uint32_t napi_weight = 0;  // packets

  Ps wakeup_latency = 0;  // before the switch to the woken thread begins
  Ps context_switch = 0;
  std::uint32_t ipi_send = 0;       // on the core that wakes another
  Ps ipi_delivery = 0;              // to the other's first handler instruction
  std::uint32_t ipi_handler = 0;    // on the other
  std::uint32_t remote_socket = 0;  // an skb for a socket whose reader is on another core: cache lines change owner

  // Asking for readiness, beside the system call's own entry and exit.
  std::uint32_t empty_read = 0;      // recv(), send() or accept() that ends in EAGAIN
  std::uint32_t epoll_add = 0;       // an item is made and hung into the file's wait queue
  std::uint32_t epoll_modify = 0;    // an item is found and polled, or taken away
  std::uint32_t epoll_item = 0;      // epoll_wait() polls one ready item and copies its event out
  std::uint32_t epoll_callback = 0;  // the wake-up of a file puts an item on the ready list

  Ps pin_per_page = 0;
  Ps pin_per_huge_page = 0;  // 2 MiB
  Ps register_memory = 0;
  Ps deregister_memory = 0;
  Ps create_queue_pair = 0;
  Ps modify_queue_pair = 0;
  Ps other_command = 0;
  Ps post_send = 0;        // with the doorbell store
  Ps blueflame_block = 0;  // less the doorbell's store
  Ps poll_hit = 0;

  /// By name; throws std::invalid_argument.
  static KernelCosts named(std::string_view profile);

  Ps syscall_entry() const { return (kpti ? syscall_kpti : syscall) / 2; }
  Ps syscall_exit() const { return (kpti ? syscall_kpti : syscall) - syscall_entry(); }

  /// Duration of `n` core cycles, rounded up.
  constexpr Ps cycles(std::uint64_t n) const {
    return static_cast<Ps>((n * 1'000'000'000'000ULL + core_hz - 1) / core_hz);
  }
  Ps copy(Rate rate, std::uint64_t bytes) const { return copy_fixed + rate.time_of(bytes); }
};

}  // namespace rocelab::host
