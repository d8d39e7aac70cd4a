#pragma once
#include <deque>
#include <unordered_map>
#include <vector>

#include "hw/fabric/egress_port.h"
#include "hw/fabric/stages.h"
#include "tlm/conveyor.h"
#include "tlm/random.h"
#include "tlm/wire/ethernet.h"

namespace rocelab::fabric {

enum class Forwarding : std::uint8_t { store_and_forward, cut_through };

/// What a switch is like; the presets are chips of the calibration sheet, group `switch`.
struct SwitchProfile {
  Forwarding forwarding;
  /// Cut-through: first bit in to first bit out. Store-and-forward: last bit in to first bit out (RFC 1242, 3.8).
  Ps latency;

  /// Spectrum-2 class, quoted 300 ns (`cut_through_latency_ns`).
  static constexpr SwitchProfile cut_through() { return {Forwarding::cut_through, 300'000}; }
  /// Tomahawk class, 450 ns (`tomahawk_latency_ns`, unverified).
  static constexpr SwitchProfile store_and_forward() { return {Forwarding::store_and_forward, 450'000}; }
};

struct SwitchConfig {
  std::string name;  // scope in the waveform and random stream: "rdma.network.sw0"
  SwitchProfile profile = SwitchProfile::cut_through();
  std::vector<Rate> rates;  // one a port
  /// Octets that one priority of one port may hold; a frame that does not fit is dropped at the tail.
  std::uint64_t queue_limit = 1 << 20;
  /// Share of data frames of lossy classes lost inside: the seeded stand-in for tail drop, 0 to 1.
  double loss = 0;
  /// The stand-in lets the one resend pass by which a sender answers a NAK.
  bool loss_spares_nak_resend = false;
  FabricStages stages = {};
};

/// A switch with output queues and a static MAC table. Each port takes what it receives through `ingress` and sends
/// through its egress port. Costs one timeline action per frame beside those of its ports.
class Switch {
 public:
  Switch(Timeline& timeline, Probe& probe, const SwitchConfig& config, std::uint64_t run_seed);

  std::size_t ports() const { return ports_.size(); }
  /// Where the cable into this port ends.
  FrameSink& ingress(std::size_t port) { return ports_.at(port); }
  /// The far side of this port: connect() it to the cable out.
  EgressPort& egress(std::size_t port) { return ports_.at(port).egress; }
  /// Frames to `mac` leave by `port`.
  void attach(std::size_t port, wire::MacAddress mac) { table_[mac] = &ports_.at(port); }

  /// The stand-in for tail drop acts from the start of the run unless held back.
  void hold_loss() { loss_active_ = false; }
  void start_loss() { loss_active_ = true; }

 private:
  struct Port : FrameSink, EgressPort::Owner {
    Port(Switch& owner, Rate rate, const std::string& scope);
    void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override;
    void starts(const PacketPtr& packet, Ps first_bit, Ps last_bit) override;

    Switch& owner;
    EgressPort egress;
  };

  /// A frame on its way through, to the port where it goes out.
  struct Passage {
    PacketPtr packet;
    Port* out = nullptr;
  };

  void arrive(PacketPtr packet, Ps first_bit, Ps last_bit);
  void enqueue(Passage&);
  /// Why `packet` may not enter the queues of `out`, or null.
  const Counter* refuse(const Packet& packet, const Port& out);
  void report_stay(const Packet& packet, Ps begin, Ps end);
  /// `packet` waits at least until the line of `out` is free.
  void report_wait(const Packet& packet, const Port& out);

  Timeline& timeline_;
  Probe& probe_;
  SwitchProfile profile_;
  std::uint64_t queue_limit_;
  double loss_;
  bool loss_spares_nak_resend_;
  bool loss_active_ = true;
  FabricStages stages_;
  Random random_;
  std::deque<Port> ports_;  // addresses stay
  std::unordered_map<wire::MacAddress, Port*> table_;
  Conveyor<Switch, Passage, &Switch::enqueue> passing_{timeline_, *this};
};

}  // namespace rocelab::fabric
