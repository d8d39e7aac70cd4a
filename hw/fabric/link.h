#pragma once
#include <vector>

#include "hw/fabric/faults/fault.h"
#include "hw/fabric/stages.h"
#include "tlm/conveyor.h"
#include "tlm/frame_sink.h"
#include "tlm/probe.h"

namespace rocelab::fabric {

/// Light in fibre and signals in copper alike: 5 ns/m (calibration `cable_ns_per_m`; 4.76 to 5.13 published).
inline constexpr Ps ps_per_metre = 5'000;

/// One direction of a cable, and the one place where faults act. A frame handed in with its first and last bit arrives
/// whole after the propagation delay: equal lengths take equal picoseconds on every link of equal delay.
///
/// As a FrameSink it takes a frame at or before its first bit (EgressPort hands it over with the preamble) and hands it
/// to the far end exactly at the first bit's arrival: one timeline action per frame, none where the far end hears
/// ahead and no fault can come between. A fault may make frames overlap or overtake at the far end, as behind a tester
/// in the cable.
class Link : public FrameSink {
 public:
  Link(Timeline& timeline, Probe& probe, Ps propagation, FabricStages stages = {});

  void connect(FrameSink& far_end) {
    far_end_ = &far_end;
    ahead_ = far_end.hears_ahead();
  }
  /// Faults act in the order in which they were added; each sees every frame, also those that an earlier one drops.
  void add(Fault fault) { faults_.push_back(std::move(fault)); }
  /// Faults act from the start of the run unless held back; triggers count time and frames from when they start.
  void hold_faults() { faults_since_ = never; }
  void start_faults() { faults_since_ = timeline_.now(); }

  void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override;

  Ps propagation() const { return propagation_; }

 private:
  void pass_faults(PacketPtr packet, Ps first_bit, Ps last_bit);
  void tell(const Passage& passage);
  void tell(const MomentKind& kind, const Packet& packet);

  /// A frame on its way to the far end, with the times at which it gets there.
  struct Flight {
    PacketPtr packet;
    Ps first_bit = 0, last_bit = 0;
  };
  void deliver(PacketPtr packet, Ps first_bit, Ps last_bit);
  void arrive(Flight&);

  Timeline& timeline_;
  Probe& probe_;
  Ps propagation_;
  FabricStages stages_;
  FrameSink* far_end_ = nullptr;
  bool ahead_ = false;  // it hears of a frame as soon as the frame is on its way
  std::vector<Fault> faults_;
  Ps faults_since_ = 0;
  Conveyor<Link, Flight, &Link::arrive> flights_{timeline_, *this};
};

}  // namespace rocelab::fabric
