#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tlm/clock.h"

namespace rocelab::rnic {

/// What a particular NIC costs, in cycles of its core clock, and how deep its queues are.
/// The values of a profile are data with sources (hw/rnic/profiles/*.toml); the engine knows none of them.
struct Profile {
  Clock clock = Clock::mhz(1000);

  // Latencies, in cycles.
  std::uint32_t doorbell = 0;      // register write seen → WQE fetch or BlueFlame parse begins
  std::uint32_t wqe_parse = 0;     // octets of a WQE are here → it can be scheduled
  std::uint32_t gather = 0;        // lkey check and translation before the payload's DMA read
  std::uint32_t tx_pipeline = 0;   // payload is here → frame at the MAC
  std::uint32_t rx_pipeline = 0;   // last bit → parsed, context known, keys checked
  std::uint32_t ack_build = 0;     // a response without payload, before the TX pipeline
  std::uint32_t nak_build = 0;     // the same for a NAK
  std::uint32_t nak_reaction = 0;  // NAK parsed → first packet of the recovery is scheduled
  std::uint32_t cqe_build = 0;     // completion decided → its DMA write

  // Initiation interval, in cycles.
  std::uint32_t packet_interval = 0;  // between two packets that the scheduler starts

  // Depths and policies.
  std::uint32_t tx_window_bytes = 1 << 20;  // between scheduler and MAC: covers the PCIe round trip
  std::uint32_t tx_window_packets = 1024;
  std::uint32_t wqe_fetch_blocks = 8;    // 64-octet blocks in one DMA read
  std::uint32_t rqe_fetch_entries = 8;   // receive entries in one DMA read
  bool rqe_prefetch = false;             // they are fetched when posted, not when the first packet needs one
  std::uint32_t ack_request_every = 16;  // packets of a long message between two AckReq; its last one always has it
  Ps cnp_interval = 50'000'000;          // at least between two CNPs for one sender (N of DCQCN, SIGCOMM'15: 50 us)
  Ps minimum_timeout = 0;                // no ACK timer runs out sooner
  std::vector<Ps> adaptive_timeouts;     // firmware's own, by how often the packet was repeated; empty: the QP's

  // Finite resources; 0: there is always room.
  std::uint32_t qp_cache_entries = 0;    // QP contexts on the chip
  std::uint32_t mtt_cache_entries = 0;   // translations of a page on the chip
  std::uint32_t cache_ways = 0;          // of both caches; 0: fully associative
  std::uint32_t misses_in_flight = 1;    // of each cache: further ones queue
  std::uint32_t qp_context_bytes = 375;  // read by a miss: qpc_state_bytes
  std::uint32_t mtt_entry_bytes = 8;     // of one translation
  std::uint32_t mtt_line = 1;            // translations of neighbouring pages that one miss reads: a power of two
  std::uint32_t doorbell_queue = 0;      // send doorbells between register and queue pair
  std::uint32_t rx_buffer_bytes = 0;     // frames between MAC and PCIe
  bool cqe_compression = false;          // completions that wait for PCIe share an entry
  bool receive_records = false;          // before an RNR NAK the doorbell record is read: a doorbell may be late

  /// No time at all: the rule alone.
  static Profile ideal() { return {}; }
  /// By name; throws std::invalid_argument.
  static Profile named(std::string_view);
  static const std::vector<std::string>& names();

  /// `cycles` after t, on an edge; t itself for none.
  Ps after(Ps t, std::uint32_t cycles) const { return cycles == 0 ? t : clock.after(t, cycles); }
};

}  // namespace rocelab::rnic
