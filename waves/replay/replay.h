#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tlm/facts.h"

namespace rocelab::waves {

/// What a page needs to play a run again: when each part of a machine was busy, which frame went from whom to whom, how
/// some numbers rose and fell. Times are picoseconds from the start of the simulation.
struct Replay {
  struct Host {
    std::string lane;
    std::string name;
  };

  /// When something was busy: `what` is a stage's id, or "core." and a heading of the ledger.
  struct Busy {
    std::string lane;
    std::string host;  // empty: the network between the hosts
    std::string what;
    Unit unit;
    std::vector<std::pair<Ps, Ps>> spans;  // disjoint, in order
  };

  enum class Fate : std::uint8_t {
    arrived,
    damaged,    // arrived, and its receiver throws it away
    duplicate,  // arrived once more without having been sent again
    lost,       // dropped on its way
    no_room,    // dropped by the NIC at which it arrived
    under_way,  // had not arrived when the run ended
    pause,      // MAC control: ends at the next port
  };
  struct Frame {
    int from;                // index into hosts; -1: the network itself sent it
    int to;                  // index into hosts; -1: it reached none
    Ps first_bit;            // when its first bit left
    Ps line_time;            // first bit to last bit at the sender
    std::optional<Ps> last;  // when its last bit arrived
    std::string word;
    std::uint32_t payload;
    std::uint16_t transmission;  // 1 the first time
    Fate fate;
    std::string_view cause = {};  // of no_room, as in the counter "dropped.<cause>"
  };

  /// A number over time. One point stands for `slot` of time: the lowest and highest value it had, and the last.
  struct Point {
    Ps slot_begin;
    std::uint64_t lowest, highest, last;
  };
  struct Series {
    std::string lane;
    std::string name;  // within the lane: "local.tcp.flow0.cwnd"
    Ps slot;
    std::vector<Point> points;  // slots without a change have none
  };

  bool recorded = false;  // a run without waves records nothing
  /// The part of the run that is here, where that is not all of it (waves.window).
  std::optional<std::pair<Ps, Ps>> window;
  Ps end = 0;
  std::vector<Host> hosts;
  std::vector<Busy> busy;
  std::vector<Frame> frames;
  std::vector<Series> series;
  /// Of how many frames of that part `frames` are the first, and from when on frames or busy times are left out.
  std::uint64_t frames_seen = 0;
  std::optional<Ps> frames_until, busy_until;
};

}  // namespace rocelab::waves
