#pragma once
#include <cstdint>

#include "tlm/packet.h"

namespace rocelab::fabric {

/// The frames that a fault is about; its trigger sees no others.
enum class Frames : std::uint8_t {
  all,
  data,  // those with payload
  acks,  // RC acknowledgements of both signs; pure ACKs of TCP
  naks,  // negative RC acknowledgements
};

bool is_among(Frames, const Packet&);

}  // namespace rocelab::fabric
