#pragma once
#include "tlm/packet.h"
#include "tlm/units.h"

namespace rocelab {

/// The receiving end of a wire. Called once per frame when its first bit arrives; the whole frame is there at
/// `last_bit`. Store-and-forward receivers act at `last_bit`, cut-through ones once the header is in.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// `first_bit` is now; `last_bit` = first_bit + time of frame_bytes() at the line's rate (preamble before it).
  virtual void frame(PacketPtr packet, Ps first_bit, Ps last_bit) = 0;
};

}  // namespace rocelab
