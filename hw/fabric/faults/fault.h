#pragma once
#include <memory>

#include "hw/fabric/faults/frames.h"
#include "tlm/facts.h"

namespace rocelab::fabric {

/// One frame on its way over one direction of a cable, as faults see and change it.
struct Passage {
  PacketPtr packet;  // others may hold it, too: an effect that changes octets replaces it by a clone first
  Ps first_bit;      // as the sender puts it on the line, counted from when the link's faults started
  Ps last_bit;
  Ps delay = 0;                         // on top of the propagation
  unsigned copies = 0;                  // further copies that follow the frame
  bool damaged = false;                 // its octets are no longer the sender's
  const Counter* dropped_by = nullptr;  // cause; null: it arrives
};

/// Which frames a fault strikes.
class Trigger {
 public:
  virtual ~Trigger() = default;
  /// Called once for every frame that its fault's filter lets through, in the order of the line.
  virtual bool fires(const Packet& packet, Ps first_bit, Ps last_bit) = 0;
};

/// What happens to a frame that is struck.
class Effect {
 public:
  virtual ~Effect() = default;
  virtual void strike(Passage& passage) = 0;
};

/// A trigger, and its effect on the frames it is asked about.
class Fault {
 public:
  using Frames = fabric::Frames;

  /// `spares_nak_resend`: the one resend by which a sender answers a NAK passes unharmed.
  Fault(Frames frames, std::unique_ptr<Trigger> trigger, std::unique_ptr<Effect> effect, bool spares_nak_resend = false)
      : frames_(frames),
        spares_nak_resend_(spares_nak_resend),
        trigger_(std::move(trigger)),
        effect_(std::move(effect)) {}

  /// The trigger is asked even when an earlier fault has dropped the frame, so that adding that one does not shift
  /// this one's random draws and counts; the first to drop a frame stands as the cause.
  void meet(Passage& passage) {
    if (!is_among(frames_, *passage.packet)) return;
    const bool fires = trigger_->fires(*passage.packet, passage.first_bit, passage.last_bit);
    if (!fires || passage.dropped_by || (spares_nak_resend_ && passage.packet->nak_resend)) return;
    effect_->strike(passage);
  }

 private:
  Frames frames_;
  bool spares_nak_resend_;
  std::unique_ptr<Trigger> trigger_;
  std::unique_ptr<Effect> effect_;
};

}  // namespace rocelab::fabric
