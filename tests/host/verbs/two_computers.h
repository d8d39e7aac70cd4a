#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host/verbs/verbs.h"
#include "support/catch.h"
#include "support/flat_memory.h"
#include "support/test_wire.h"
#include "test_network.h"

namespace rocelab::test {

/// A computer as verbs sees it, in no time: flat memory, a NIC, a wire out.
class Computer : public verbs::Platform {
 public:
  Computer(Timeline& timeline, Probe& probe, PacketPool& pool, std::uint16_t number, const rnic::Profile& profile);

  rnic::Engine& nic() override { return engine; }
  std::vector<wire::Gid> gids() const override { return {wire::Gid::from_ipv4(0x0a000000u + number_), ipv6(number_)}; }
  wire::MacAddress mac() const override { return 0x020000000000u + number_; }
  std::optional<wire::MacAddress> resolve(const wire::Gid& gid) override {
    if (gid.octets[15] == nobody) return std::nullopt;
    return 0x020000000000u + gid.octets[15];
  }
  static constexpr std::uint8_t nobody = 99;  // last octet of addresses that have no computer
  Va allocate(std::uint64_t bytes) override { return memory.allocate(bytes); }
  void release(Va) override {}
  std::optional<std::vector<BusAddr>> pin(Va va, std::uint64_t bytes) override {
    auto pages = memory.pages(va, bytes);
    if (pages) pinned_ += pages->size();
    return pages;
  }
  void unpin(Va va, std::uint64_t bytes) override { pinned_ -= memory.pages(va, bytes)->size(); }
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) override { memory.load(from, to, bytes); }
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes) override { memory.store(to, from, bytes); }
  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override {
    if (!doorbells_lost) engine.mmio_write(offset, data, bytes);
  }

  verbs::BlueFlame blueflame() const override { return rule; }
  verbs::cm::Network* network() override { return wired; }
  std::uint64_t seed() const override { return number_; }
  std::uint64_t pinned() const { return pinned_; }

  static wire::Gid ipv6(std::uint16_t number) {
    wire::Gid g;
    g.octets[0] = 0xfd;
    g.octets[15] = static_cast<std::uint8_t>(number);
    return g;
  }

 private:
  std::uint16_t number_;
  std::uint64_t pinned_ = 0;

 public:
  bool doorbells_lost = false;
  verbs::BlueFlame rule = verbs::BlueFlame::off;
  verbs::cm::Network* wired = nullptr;  // beside the RDMA NIC
  FlatMemory memory;
  TestWire out;
  rnic::Engine engine;
  verbs::Context context{*this};
};

/// One end of a connection: a queue pair with its memory.
struct End {
  Computer& computer;
  verbs::Pd* pd = nullptr;
  verbs::Cq* cq = nullptr;
  verbs::Qp* qp = nullptr;
  verbs::Mr* mr = nullptr;
  Va buffer = 0;

  void fill(std::uint64_t offset, std::uint64_t bytes, unsigned seed);
  bool holds(std::uint64_t offset, std::uint64_t bytes, unsigned seed) const;
  std::vector<std::uint8_t> octets(std::uint64_t offset, std::uint64_t bytes) const;
  void set(std::uint64_t offset, std::uint64_t value);  // 8 octets, this machine's order
  std::uint64_t get(std::uint64_t offset) const;
  verbs::ibv_sge sge(std::uint64_t offset, std::uint32_t bytes) const;
  /// All completions there are.
  std::vector<verbs::ibv_wc> poll() const;
  int receive(std::uint64_t wr_id, std::uint64_t offset, std::uint32_t bytes) const;
  /// Posts one signalled request; `change` finishes it.
  int post(std::uint64_t wr_id, verbs::ibv_wr_opcode op, const std::vector<verbs::ibv_sge>& sges, const End& peer,
           std::uint64_t remote_offset = 0, const std::function<void(verbs::ibv_send_wr&)>& change = {}) const;
};

/// How the two ends are set up; what a test does not name is usual.
struct Connection {
  verbs::ibv_qp_type type = verbs::IBV_QPT_RC;
  verbs::ibv_mtu mtu = verbs::IBV_MTU_1024;
  std::uint32_t psn_a = 0x100, psn_b = 0x800100;  // of the first request from a, from b
  std::uint8_t timeout = 10, retry_cnt = 7, rnr_retry = 7, min_rnr_timer = 1, rd_atomic = 16;
  std::uint32_t depth = 64;
  std::uint32_t cqe = 256;
  std::uint64_t memory = 256 * 1024;
  bool ipv6 = false;
  std::string scheme = "go_back_n";
  std::vector<std::pair<std::string, double>> scheme_parameters;
};

/// Two computers on one wire, driven by hand.
class TwoComputers {
 public:
  explicit TwoComputers(const rnic::Profile& profile = rnic::Profile::ideal()) : TwoComputers(profile, profile) {}
  TwoComputers(const rnic::Profile& a, const rnic::Profile& b);

  /// Makes and connects one queue pair on each side.
  std::pair<End, End> connect(const Connection& = {});
  static End open(Computer&, const Connection&);
  static int climb(End&, const Connection&, std::uint32_t remote_qpn, std::uint32_t sq_psn, std::uint32_t rq_psn,
                   const wire::Gid& peer, verbs::ibv_qp_state goal = verbs::IBV_QPS_RTS);

  /// Runs until nothing is left to do, at most `limit` from now; true when idle.
  bool settle(Ps limit = 10'000'000'000'000);

  PacketPool pool;  // outlives the packets of actions that are still to come
  Timeline timeline;
  Probe probe{timeline};
  Computer a, b;
  TestNetwork::Cable cable;
  TestNetwork network_a{cable}, network_b{cable};
};

}  // namespace rocelab::test
