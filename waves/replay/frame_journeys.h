#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "tlm/roster.h"
#include "waves/recording/recording.h"
#include "waves/replay/replay.h"
#include "waves/trace/frame_glance.h"

namespace rocelab::waves {

/// Joins what two NIC ports saw of a frame into one journey. A frame is known again by its flow, its numbers and which
/// transmission it is; a damaged one, whose octets cannot be trusted, by its length and its place behind the last frame
/// of its flow that arrived.
class FrameJourneys {
 public:
  /// `roster` must outlive it. Of the frames that leave in the recorded time the first `most` are kept.
  FrameJourneys(const Roster& roster, std::size_t most, const Recording& recording = {})
      : roster_(roster), most_(most), extent_(recording) {}

  void t0(Ps t) { extent_.t0(t); }
  void see(const FrameSeen&);
  /// Somebody dropped a frame with this tag at t, counted as "dropped.<cause>". A cable does that when the frame's
  /// first bit leaves; a NIC without room (its host is that of the tag) before the next of the flow comes; which one a
  /// switch dropped shows only by its not arriving.
  void dropped(std::string_view cause, Tag, Ps t);

  /// The run has ended: puts the journeys into `replay`. Of what has not arrived, as many frames of a flow are lost as
  /// were dropped, the earliest ones; the others are still under way, be it in a switch that nobody empties.
  void finish(Replay& replay);

 private:
  using Stream = std::tuple<LaneId, HostId, FlowId>;  // of the sender
  struct Expected {
    std::optional<std::size_t> frame;  // none: it left before the recorded time
    std::uint64_t number;              // in order of sending
    std::uint64_t glance;
    std::uint32_t length;
    std::uint16_t transmission;
  };
  struct Sent {
    std::deque<Expected> expected;  // in order of sending
    std::vector<Expected> arrived;  // the last of them may come once more
    std::uint64_t newest = 0;       // number of those that have arrived
    std::uint64_t dropped = 0;      // of those that are expected
  };
  struct Leaving {
    Stream stream;
    Ps first_bit;
    std::uint64_t number;
  };

  static Stream stream_of(LaneId lane, Tag tag) { return {lane, tag.host, tag.flow}; }

  void sent(const FrameSeen&, std::uint64_t glance);
  void received(const FrameSeen&, std::uint64_t glance);
  // These three say where the frame that arrives is kept, if it is.
  std::optional<std::size_t> arrival(const FrameSeen&, std::uint64_t glance);
  std::optional<std::size_t> arrived(Sent&, std::deque<Expected>::iterator, const FrameSeen&);
  std::optional<std::size_t> again(Sent&, const FrameSeen&, std::uint64_t glance);
  std::deque<Expected>::iterator find(Sent&, const Packet&, std::uint64_t glance);
  void lost_on_cable(Sent&, std::uint64_t number);
  void no_room(std::string_view cause, Tag);
  static std::vector<Expected>::reverse_iterator recent(Sent&);  // end of the arrivals that are looked through
  std::optional<std::size_t> add(Replay::Frame);

  const Roster& roster_;
  std::size_t most_;
  Extent extent_;
  FrameGlance glance_;
  std::map<Stream, Sent> streams_;
  std::vector<Replay::Frame> frames_;
  Ps longest_ = 0;                                                           // journey so far
  std::optional<Leaving> leaving_;                                           // the frame that left last
  std::map<std::pair<HostId, FlowId>, std::optional<std::size_t>> last_in_;  // where a host's last one is kept
  std::uint64_t sent_ = 0, seen_ = 0;
  std::optional<Ps> until_;     // the first that is one too many
  std::optional<Ps> left_out_;  // the first that is, or that leaves behind the recorded time
};

}  // namespace rocelab::waves
