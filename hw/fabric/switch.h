#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "hw/fabric/egress_port.h"
#include "hw/fabric/stages.h"
#include "hw/fabric/switch/class_map.h"
#include "hw/fabric/switch/lossless_port.h"
#include "hw/fabric/switch/mac_table.h"
#include "hw/fabric/switch/origin_queue.h"
#include "hw/fabric/switch/profile.h"
#include "hw/fabric/switch/red.h"
#include "hw/fabric/switch/shared_buffer.h"
#include "tlm/conveyor.h"
#include "tlm/random.h"

namespace rocelab::fabric {

/// Where a switch looks at a queue to mark: as a packet comes in, at what it finds, or as it leaves, at what it leaves.
enum class MarkAt : std::uint8_t { dequeue, enqueue };

struct SwitchConfig {
  std::string name;  // scope in the waveform and random stream: "rdma.network.sw0"
  SwitchProfile profile = SwitchProfile::cut_through();
  std::vector<Rate> rates;  // one a port
  BufferSettings buffer = {};
  /// How frames are classed; nothing: as their senders did.
  std::optional<ClassMap> classes = {};
  /// ECN in these priorities (bit n) by this line; nothing: no packet is marked.
  std::optional<Red> red = {};
  std::uint8_t marks = 0;
  MarkAt mark_at = MarkAt::dequeue;
  /// Weights of priorities; nothing: strict.
  std::optional<Dwrr::Weights> weights = {};
  PauseSettings pause = {};
  Watchdog::Settings watchdog = {};
  /// Share of data frames of lossy classes lost inside: the seeded stand-in for tail drop, 0 to 1.
  double loss = 0;
  /// The stand-in lets the one resend pass by which a sender answers a NAK.
  bool loss_spares_nak_resend = false;
  FabricStages stages = {};
  /// Of what the switch itself does (its pause frames, its moments).
  Tag tag = {};
};

/// A switch with output queues, a shared buffer and a static MAC table. Each port takes what it receives through
/// `ingress` and sends through its egress port. Costs one timeline action per frame beside those of its ports; one more
/// where PFC protects a priority, since a frame is then judged when it is whole and not when it is queued.
class Switch {
 public:
  /// `pool` for pause frames and for marked copies: what a tap has seen of a packet does not change.
  Switch(Timeline& timeline, Probe& probe, PacketPool& pool, const SwitchConfig& config, std::uint64_t run_seed);

  std::size_t ports() const { return ports_.size(); }
  /// Where the cable into this port ends.
  FrameSink& ingress(std::size_t port) { return ports_.at(port); }
  /// The far side of this port: connect() it to the cable out.
  EgressPort& egress(std::size_t port) { return ports_.at(port).egress; }
  const EgressPort& egress(std::size_t port) const { return ports_.at(port).egress; }
  /// Frames to `mac` leave by `port`; by one of several by the hash of their flow (ECMP), if it was said of several.
  void attach(std::size_t port, wire::MacAddress mac) { table_[mac].push_back(&ports_.at(port)); }

  /// The stand-in for tail drop acts from the start of the run unless held back.
  void hold_loss() { loss_active_ = false; }
  void start_loss() { loss_active_ = true; }

  const SharedBuffer& buffer() const { return buffer_; }
  const std::string& name() const { return name_; }
  /// Does the port hold its peer in this priority (XOFF)?
  bool holds(std::size_t port, Priority p) const { return ports_.at(port).lossless && ports_[port].lossless->holds(p); }
  /// Has a frame that came in by `in` been waiting to leave by `out`?
  bool waits(std::size_t in, std::size_t out, Priority p) const { return ports_.at(out).origins[p.value].holds(in); }

 private:
  struct Port : FrameSink, EgressPort::Owner {
    Port(Switch& owner, std::size_t index, const SwitchConfig& config);
    void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override;
    void starts(PacketPtr& packet, Ps first_bit, Ps last_bit) override;

    Switch& owner;
    const std::uint16_t index;
    EgressPort egress;
    std::array<OriginQueue, EgressPort::priorities> origins;  // which port each waiting frame came in by
    PortCounters counters;
    std::unique_ptr<LosslessPort> lossless;
  };

  /// A frame on its way through, to the port where it goes out.
  struct Passage {
    PacketPtr packet;
    Port* in = nullptr;
    Port* out = nullptr;
    Ps start = 0;  // of its preamble, if the line is free
  };

  void arrive(Port& in, PacketPtr packet, Ps first_bit, Ps last_bit);
  Port* route(const Packet& packet);
  /// A frame is whole, and judged.
  void admit(Passage&);
  /// A frame may leave as soon as the line is free; one that was not judged yet is now.
  void pass(Passage&);
  bool take(Port& in, Port& out, PacketPtr& packet);
  void enqueue(Port& in, Port& out, PacketPtr& packet);
  void left(Port& out, PacketPtr& packet);
  void let_go(Port& out, const Packet& packet);
  void resume(std::uint16_t origin, Priority p);
  void purge(Port& out, Priority p);
  void mark(Port& out, PacketPtr& packet, std::uint64_t queue);
  void drop(const Counter& cause, Port& out, const Packet& packet);
  void report_stay(const Packet& packet, Ps begin, Ps end);
  /// `packet` waits at least until the line of `out` is free.
  void report_wait(const Packet& packet, const Port& out);

  Timeline& timeline_;
  Probe& probe_;
  PacketPool& pool_;
  std::string name_;
  SwitchProfile profile_;
  SharedBuffer buffer_;
  std::optional<ClassMap> classes_;
  std::optional<Red> red_;
  std::uint8_t marks_entering_, marks_leaving_;  // bit n: in priority n
  bool judges_early_;                            // and has a LosslessPort at every port
  double loss_;
  bool loss_spares_nak_resend_;
  bool loss_active_ = true;
  FabricStages stages_;
  Tag tag_;
  Random random_;
  Random marking_;
  std::deque<Port> ports_;  // addresses stay
  MacTable<std::vector<Port*>> table_;
  Conveyor<Switch, Passage, &Switch::admit> whole_{timeline_, *this};
  Conveyor<Switch, Passage, &Switch::pass> passing_{timeline_, *this};
};

}  // namespace rocelab::fabric
