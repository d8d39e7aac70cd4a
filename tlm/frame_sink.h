#pragma once
#include "tlm/packet.h"
#include "tlm/units.h"

namespace rocelab {

/// The receiving end of a wire. Called once per frame, when its first bit arrives; the whole frame is there at
/// `last_bit`. Store-and-forward receivers act at `last_bit`, cut-through ones once the header is in.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// It does nothing before `first_bit` whenever it hears of a frame, so that a wire which knows its times may tell at
  /// once, in the order of arrival. That saves an event for each frame.
  virtual bool hears_ahead() const { return false; }
  /// `first_bit` is now, or to come for one that hears ahead; `last_bit` = first_bit + time of frame_bytes() at the
  /// line's rate (preamble before it).
  virtual void frame(PacketPtr packet, Ps first_bit, Ps last_bit) = 0;
};

}  // namespace rocelab
