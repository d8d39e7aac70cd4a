#pragma once
#include <optional>
#include <string>

#include "hw/fabric/pfc/pause_receiver.h"
#include "tlm/packet_pool.h"
#include "tlm/random.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/ip_address.h"

namespace rocelab::fabric {

/// Cross traffic: a generator at a port of its own, in place of hosts whose inside nobody looks at. UDP to the discard
/// port (RFC 863), in bursts of random length at random distances (both exponential), or without end. What it offers
/// does not depend on the network; pauses, if it heeds them, put off when it is sent. Nothing is sent again: what is
/// lost counts as cross_dropped.
class TrafficSource : public FrameSink {
 public:
  struct Config {
    std::string scope;  // in the waveform, and of its random stream
    Rate rate;
    std::uint32_t frame = 1518;  // octets with FCS
    std::uint64_t burst = 0;     // octets on average; 0: one burst without end
    Ps gap = 0;                  // between two bursts, on average
    wire::MacAddress source = 0, destination = 0;
    wire::Ipv4Address source_ip = 0, destination_ip = 0;
    std::uint8_t dscp = 0;
    Tag tag;  // its flow is one of the cross traffic's
  };

  TrafficSource(Timeline& timeline, Probe& probe, PacketPool& pool, const Config& config, std::uint64_t run_seed);

  EgressPort& egress() { return egress_; }
  void start(Ps end);
  /// Takes part in PFC; before the first frame.
  void heed(const PauseSettings& settings) { pauses_.emplace(timeline_, egress_, settings); }
  /// Nobody sends to it but pauses.
  void frame(PacketPtr packet, Ps, Ps last_bit) override {
    if (pauses_ && packet->control && !packet->fcs_bad) pauses_->frame(*packet, last_bit);
  }

 private:
  void burst();
  void send();
  double exponential();
  PacketPtr build();

  Timeline& timeline_;
  Probe& probe_;
  PacketPool& pool_;
  Config config_;
  Random random_;
  EgressPort egress_;
  std::optional<PauseReceiver> pauses_;
  Ps end_ = 0;
  std::uint64_t left_ = 0;  // frames offered and not yet sent
};

}  // namespace rocelab::fabric
