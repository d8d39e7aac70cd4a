#pragma once
#include <deque>

#include "app/conformance/rc_memory.h"
#include "app/conformance/rc_peer.h"
#include "host/verbs/verbs.h"
#include "hw/rnic/engine.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"

namespace rocelab::app::replay {

/// One RDMA NIC on a bench: verbs on top, a wire in the experimenter's hand, time driven by hand. Calls, memory and
/// wire take no time, and the NIC's profile is the ideal one: what is left is the rule.
class Bench : public verbs::Platform, private rnic::WirePort {
 public:
  struct Sent {
    PacketPtr packet;
    Ps at;
  };

  Bench();

  Timeline timeline;
  Subnet subnet;
  PacketPool pool;
  Memory memory{timeline};
  std::deque<Sent> sent;  // by the device, oldest first; the experimenter takes them

  verbs::Context& context() { return *context_; }

  // What verbs need of the computer beneath them.
  rnic::Engine& nic() override { return *engine_; }
  std::vector<wire::Gid> gids() const override { return {subnet.device[0], subnet.device[1]}; }
  wire::MacAddress mac() const override { return subnet.device_mac; }
  std::optional<wire::MacAddress> resolve(const wire::Gid&) override { return subnet.peer_mac; }
  Va allocate(std::uint64_t bytes) override { return memory.allocate(bytes); }
  void release(Va va) override { memory.release(va); }
  std::optional<std::vector<BusAddr>> pin(Va va, std::uint64_t bytes) override { return memory.pages(va, bytes); }
  void unpin(Va, std::uint64_t) override {}
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) override;
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes) override;
  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override;

 private:
  bool has_room(Priority) const override { return true; }
  void send(PacketPtr p) override { sent.push_back({std::move(p), timeline.now()}); }

  Probe probe_{timeline};
  std::unique_ptr<rnic::Engine> engine_;
  std::unique_ptr<verbs::Context> context_;
};

}  // namespace rocelab::app::replay
