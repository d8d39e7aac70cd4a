#pragma once
#include <memory>
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"
#include "waves/narrator.h"

namespace rocelab::test {

/// A made-up run of one 4 KiB message over two lanes, hand-made facts for sinks to show: handshake and QP set-up before
/// t0, then kernel TCP (nine stages, the ACK's way back through the same stages of the other host) beside an RDMA WRITE
/// of four packets. Each lane has two hosts of two cores with one NIC port; the peer's cores of the RDMA lane idle.
struct Story {
  Story();

  /// Once a sink: the sinks' constructors may take `roster`.
  void tell(const std::vector<FactSink*>& sinks) const;

  Roster roster;
  LaneId tcp, rdma;
  HostId tcp_local, tcp_peer, rdma_local, rdma_peer;
  PortId tcp_local_port, tcp_peer_port, rdma_local_port, rdma_peer_port;

  static constexpr Ps t0 = 20'000'000;
  static constexpr Ps tcp_end = 32'000'000;
  static constexpr Ps rdma_end = 23'600'000;
  static constexpr Ps end = 36'000'000;
  static constexpr std::size_t frames = 3 + 2 + 1 + 4 + 1;  // handshake, TCP data and ACK, RDMA data and ACK
};

/// Letters A… to the first moment of each kind on each lane, and words.
std::unique_ptr<waves::Narrator> story_narrator();

}  // namespace rocelab::test
