#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "tlm/roster.h"
#include "waves/replay/replay.h"
#include "waves/trace/frame_glance.h"

namespace rocelab::waves {

/// Joins what two NIC ports saw of a frame into one journey. A frame is known again by its flow, its numbers and which
/// transmission it is; a damaged one, whose octets cannot be trusted, by its length and its place behind the last frame
/// of its flow that arrived.
class FrameJourneys {
 public:
  /// `roster` must outlive it. Only the first `most` frames are kept.
  FrameJourneys(const Roster& roster, std::size_t most) : roster_(roster), most_(most) {}

  void see(const FrameSeen&);

  /// The run ended at `end`: puts the journeys into `replay`. What has not arrived is lost, unless another frame of its
  /// lane took as long as it had.
  void finish(Ps end, Replay& replay);

 private:
  using Stream = std::tuple<LaneId, HostId, FlowId>;  // of the sender
  struct Expected {
    std::size_t frame;
    std::uint64_t glance;
    std::uint32_t length;
    std::uint16_t transmission;
  };
  struct Sent {
    std::vector<Expected> expected;  // in order of sending
    std::vector<Expected> arrived;   // of which a second copy may come
    std::size_t newest = 0;          // of those that have arrived
  };

  void sent(const FrameSeen&, std::uint64_t glance);
  void received(const FrameSeen&, std::uint64_t glance);
  std::vector<Expected>::iterator find(Sent&, const Packet&, std::uint64_t glance);
  void again(const Sent&, const FrameSeen&, std::uint64_t glance);
  bool add(Replay::Frame, LaneId);

  const Roster& roster_;
  std::size_t most_;
  FrameGlance glance_;
  std::map<Stream, Sent> streams_;
  std::vector<Replay::Frame> frames_;
  std::vector<LaneId> lanes_;  // of each frame
  std::uint64_t seen_ = 0;
  std::optional<Ps> until_;
};

}  // namespace rocelab::waves
