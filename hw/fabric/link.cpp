#include "hw/fabric/link.h"

#include "hw/fabric/counters.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {

Link::Link(Timeline& timeline, Probe& probe, Ps propagation, FabricStages stages)
    : timeline_(timeline), probe_(probe), propagation_(propagation), stages_(stages) {}

void Link::frame(PacketPtr packet, Ps first_bit, Ps last_bit) {
  if (packet->payload > 0 && probe_.reads(FactKind::span)) {
    report(probe_, stages_.wire, stages_.path,
           {nullptr, between_hosts(packet->tag), first_bit, last_bit + propagation_, packet->frame_bytes()});
  }
  if (faults_.empty() && ahead_) {
    return far_end_->frame(std::move(packet), first_bit + propagation_, last_bit + propagation_);
  }
  if (faults_.empty() || faults_since_ == never) {
    return deliver(std::move(packet), first_bit + propagation_, last_bit + propagation_);
  }
  pass_faults(std::move(packet), first_bit, last_bit);
}

void Link::pass_faults(PacketPtr packet, Ps first_bit, Ps last_bit) {
  Passage passage{std::move(packet), first_bit - faults_since_, last_bit - faults_since_};
  for (Fault& fault : faults_) fault.meet(passage);
  tell(passage);
  if (passage.dropped_by) return;

  const Ps delay = propagation_ + passage.delay;
  // A copy follows as close as the line allows: one slot of preamble, frame and gap at the sender's rate.
  const Packet& sent = *passage.packet;
  const Ps slot = (last_bit - first_bit) * sent.wire_bytes() / sent.frame_bytes();
  for (unsigned copy = 0; copy <= passage.copies; ++copy) {
    deliver(passage.packet, first_bit + delay + copy * slot, last_bit + delay + copy * slot);
  }
}

void Link::tell(const Passage& passage) {
  if (passage.dropped_by) {
    count_drop(probe_, *passage.dropped_by, passage.packet->tag);
    return tell(moment_lost, *passage.packet);
  }
  const Tag tag = passage.packet->tag;
  if (passage.damaged) {
    probe_.count(corrupted, tag);
    tell(moment_damaged, *passage.packet);
  }
  if (passage.copies > 0) {
    probe_.count(duplicated, tag, passage.copies);
    tell(moment_duplicated, *passage.packet);
  }
  if (passage.delay > 0) {
    probe_.count(delayed, tag);
    tell(moment_delayed, *passage.packet);
  }
}

void Link::tell(const MomentKind& kind, const Packet& packet) {
  if (!probe_.reads(FactKind::moment)) return;
  const auto sequence = find_sequence(packet);
  probe_.moment(kind, between_hosts(packet.tag), {{"number", sequence ? sequence->number : 0}});
}

void Link::deliver(PacketPtr packet, Ps first_bit, Ps last_bit) {
  flights_.send(first_bit, {std::move(packet), first_bit, last_bit});
}

void Link::arrive(Flight& f) { far_end_->frame(std::move(f.packet), f.first_bit, f.last_bit); }

}  // namespace rocelab::fabric
