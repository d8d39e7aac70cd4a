#pragma once
#include <algorithm>
#include <vector>

#include "tlm/packet_pool.h"
#include "waves/replay/frame_journeys.h"

namespace rocelab::test {

/// One lane, two hosts with a port each, and frames whose octets are nothing in particular: they are told apart by
/// their length.
struct TwoPorts {
  Roster roster;
  LaneId lane = roster.add(Roster::Lane{"rdma"});
  HostId local = roster.add(Roster::Host{lane, "local"});
  HostId peer = roster.add(Roster::Host{lane, "peer"});
  PortId out = roster.add(Roster::Port{lane, local, "rdma.local.port0"});
  PortId in = roster.add(Roster::Port{lane, peer, "rdma.peer.port0"});
  PacketPool pool;
  waves::FrameJourneys journeys;

  explicit TwoPorts(std::size_t most = 100, const waves::Recording& recording = {})
      : journeys(roster, most, recording) {}

  PacketPtr frame(std::uint32_t length, std::uint16_t transmission = 1) {
    PacketPtr packet = pool.make(length);
    std::fill_n(packet->data, length, std::uint8_t{0});
    packet->length = length;
    packet->payload = length - 40;
    packet->tag = {lane, local, FlowId{0}, no_message};
    packet->transmission = transmission;
    return packet;
  }
  void sent(const PacketPtr& packet, Ps t) { journeys.see({out, true, t, t + 10, packet}); }
  void arrives(const PacketPtr& packet, Ps t) { journeys.see({in, false, t, t + 10, packet}); }
  void dropped(const PacketPtr& packet, Ps t) { journeys.dropped("loss", packet->tag, t); }
  void no_room(const PacketPtr& packet, Ps t) {
    Tag tag = packet->tag;
    tag.host = peer;
    journeys.dropped("rx_buffer", tag, t);
  }
  waves::Replay over() {
    waves::Replay replay;
    journeys.finish(replay);
    return replay;
  }
};

inline std::vector<waves::Replay::Fate> fates(const waves::Replay& replay) {
  std::vector<waves::Replay::Fate> all;
  for (const waves::Replay::Frame& f : replay.frames) all.push_back(f.fate);
  return all;
}

}  // namespace rocelab::test
