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
  /// Somebody dropped a frame with this tag at t. A cable does that when the frame's first bit leaves, a NIC without room
  /// when its last bit is in; which one a switch dropped shows only by its not arriving.
  void dropped(Tag, Ps t);

  /// The run has ended: puts the journeys into `replay`. Of what has not arrived, as many frames of a flow are lost as
  /// were dropped, the earliest ones; the others are still under way, be it in a switch that nobody empties.
  void finish(Replay& replay);

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
    std::vector<Expected> arrived;   // the last of them may come once more, or be dropped yet
    std::size_t newest = 0;          // of those that have arrived
    std::uint64_t dropped = 0;       // of those that are expected
  };
  struct Leaving {
    Stream stream;
    Ps first_bit;
    std::optional<std::size_t> frame;  // none: beyond the limit
  };

  static Stream stream_of(LaneId lane, Tag tag) { return {lane, tag.host, tag.flow}; }

  void sent(const FrameSeen&, std::uint64_t glance);
  void received(const FrameSeen&, std::uint64_t glance);
  std::vector<Expected>::iterator find(Sent&, const Packet&, std::uint64_t glance);
  void again(Sent&, const FrameSeen&, std::uint64_t glance);
  void lost_on_cable(Sent&, std::size_t frame);
  static std::vector<Expected>::reverse_iterator recent(Sent&);  // end of the arrivals that are looked through
  bool add(Replay::Frame);

  const Roster& roster_;
  std::size_t most_;
  FrameGlance glance_;
  std::map<Stream, Sent> streams_;
  std::vector<Replay::Frame> frames_;
  Ps longest_ = 0;                  // journey so far
  std::optional<Leaving> leaving_;  // the frame that left last
  std::uint64_t seen_ = 0;
  std::optional<Ps> until_;
};

}  // namespace rocelab::waves
