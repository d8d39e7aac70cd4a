#pragma once
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "hw/rnic/completion_abi.h"
#include "hw/rnic/engine.h"
#include "hw/rnic/facts.h"
#include "support/counts.h"
#include "support/flat_memory.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/work.h"

namespace rocelab::test {

using namespace rnic;

/// One NIC without a driver: commands, doorbells and frames given by hand, completions read from its ring.
class NicBench : EventListener {
 public:
  explicit NicBench(const Profile& profile = Profile::ideal());

  static constexpr std::uint32_t entries = 16, stride = 64, region_bytes = 8192, qkey = 0x11111111;
  static wire::Gid own() { return wire::Gid::from_ipv4(0x0a000002); }
  static wire::Gid peer() { return wire::Gid::from_ipv4(0x0a000001); }

  /// A queue pair in `state`, expecting PSN 100.
  Qpn queue_pair(rc::Transport, rc::QpState = rc::QpState::rts, SrqId = no_srq);
  void modify(Qpn, rc::QpState);
  /// `n`: entries posted so far, this one included.
  void post_receive(const RingPages&, std::uint32_t doorbell_object, std::uint32_t n, const rc::Sge&);
  /// The same for a part of the region.
  void post_receive(const RingPages&, std::uint32_t doorbell_object, std::uint32_t n, std::uint64_t offset,
                    std::uint32_t bytes);
  /// Posts a work request that is one block: `write` fills its segments behind the control segment.
  void post_send(Qpn, std::uint32_t block, abi::WqeOp, std::uint8_t segments, std::uint32_t imm,
                 const std::function<void(std::uint8_t*)>& write);

  struct Frame {
    wire::Opcode opcode = wire::Opcode::write_only;
    Qpn to{};
    std::uint32_t psn = 100, payload = 8;
    bool ack_request = true;
    std::uint16_t pkey = wire::default_pkey;
    wire::Gid source = peer(), destination = own();
    std::uint32_t qkey = NicBench::qkey;
    Va va = 0;
    Key rkey{};
    std::uint32_t invalidates = 0;
  };
  PacketPtr build(const Frame&);
  /// The frame arrives, and all that follows from it happens.
  void give(const PacketPtr&);
  void settle() { timeline.run_while_busy(timeline.now() + 1'000'000'000); }

  std::vector<abi::Cqe> completions();
  /// Syndrome of the newest response, or nothing where none was sent.
  std::optional<std::uint8_t> answer() const;
  std::vector<std::uint8_t> octets(std::uint64_t offset, std::uint64_t n) const;

  PacketPool pool;  // outlives the packets of actions that are still to come
  Timeline timeline;
  Probe probe{timeline};
  Counts counts;
  FlatMemory memory{timeline};
  struct Port : WirePort {
    std::vector<PacketPtr> sent;
    bool has_room(Priority) const override { return true; }
    void send(PacketPtr p) override { sent.push_back(std::move(p)); }
  } port;
  Engine engine;
  std::vector<std::pair<AsyncEvent, std::uint32_t>> events;

  protection::ProtectionDomain domain;
  std::uint32_t access = protection::remote_write | protection::remote_read | protection::remote_atomic;
  std::uint32_t mtu = 1024;
  CqId cq{};
  Va buffer = 0;
  protection::Registered region;
  RingPages send_ring, receive_ring;

  RingPages ring(std::uint64_t bytes);
  /// Is this the address of a completion?
  bool in_completions(BusAddr address) const;
  /// Of a work request, or of how many completions were taken?
  bool in_rings(BusAddr address) const { return rings_.count(address / FlatMemory::page) > 0; }

 private:
  bool cq_event(CqId) override { return true; }
  bool async_event(AsyncEvent e, std::uint32_t object) override {
    events.emplace_back(e, object);
    return true;
  }
  static Engine::Config config(const Profile&);
  void mmio(std::uint64_t offset, std::uint32_t first, std::uint32_t second);

  Va cq_ring_ = 0, record_ = 0;
  RingPages cq_pages_;
  std::set<std::uint64_t> rings_;
  std::uint32_t consumed_ = 0;
};

}  // namespace rocelab::test
