#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "tlm/facts.h"

namespace rocelab::waves {

/// What a frame is in one word ("WRITE_FIRST_psn_5", "TCP_seq_1_len_1448"), packed into a number so that it can wait
/// in a queue and be compared. 0 is "no frame".
std::string frame_word(std::uint64_t packed);

/// Looks at frames. Remembers where each TCP direction began, so that its numbers count from 0 as Wireshark's do.
class FrameGlance {
 public:
  std::uint64_t pack(const Packet&);

 private:
  /// One direction of a connection: lane, source and destination address, source and destination port.
  using Direction =
      std::tuple<LaneId, std::array<std::uint8_t, 16>, std::array<std::uint8_t, 16>, std::uint16_t, std::uint16_t>;

  std::map<Direction, std::uint32_t> first_seq_;
};

}  // namespace rocelab::waves
