#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "host/verbs/refusals.h"
#include "hw/rnic/engine.h"
#include "tlm/facts.h"

namespace rocelab::verbs {

namespace cm {
class Network;
}

/// Calls that enter the kernel's driver. The data path (post, poll) makes none.
enum class DriverCall : std::uint8_t {
  alloc_pd,
  dealloc_pd,
  reg_mr,
  dereg_mr,
  alloc_mw,
  dealloc_mw,
  create_cq,
  resize_cq,
  modify_cq,
  destroy_cq,
  create_srq,
  modify_srq,
  query_srq,
  destroy_srq,
  create_qp,
  modify_qp,
  query_qp,
  destroy_qp,
};

/// Pages that a driver call pins or unpins.
struct PageCount {
  PageCount() = default;
  PageCount(std::uint64_t n, std::uint64_t octets = 4096) : count(n), size(octets) {}

  std::uint64_t count = 0;
  std::uint64_t size = 4096;  // octets a page
};

/// What the data path costs the calling thread, in user mode; zero where time is not looked at.
struct UserCosts {
  Ps post = 0;       // one ibv_post_send or ibv_post_recv call, with its doorbell
  Ps blueflame = 0;  // per 64 octets that BlueFlame stores in the doorbell's place, beyond the doorbell
  Ps poll_hit = 0;   // per completion taken
  Ps poll_miss = 0;  // an ibv_poll_cq that finds nothing
};

/// Which single posts carry their WQE along with the doorbell (write-combining stores), so that the NIC need not fetch
/// it. Lists never do.
enum class BlueFlame : std::uint8_t { off, inline_only, single };

/// The computer beneath the verbs library, as one process sees it. In a run calls may take simulated time and block
/// the calling program; in a test bench they take none.
class Platform {
 public:
  virtual ~Platform() = default;

  virtual rnic::Engine& nic() = 0;
  virtual UserCosts costs() const { return {}; }
  virtual BlueFlame blueflame() const { return BlueFlame::off; }

  /// The port's GID table (index 0: IPv4, 1: IPv6) and its MAC.
  virtual std::vector<wire::Gid> gids() const = 0;
  virtual wire::MacAddress mac() const = 0;
  /// The MAC behind a GID (ARP or neighbour discovery), or nothing.
  virtual std::optional<wire::MacAddress> resolve(const wire::Gid&) = 0;

  /// Memory of the calling process: page aligned, zeroed.
  virtual Va allocate(std::uint64_t bytes) = 0;
  virtual void release(Va) = 0;
  /// Octets of the page that `va` lies in: 4 KiB, or a huge one.
  virtual std::uint64_t page_size(Va) const { return 4096; }
  /// Bus addresses of the pages of [va, va+bytes), kept in place until unpinned; nothing where a page is not mapped.
  virtual std::optional<std::vector<BusAddr>> pin(Va, std::uint64_t bytes) = 0;
  virtual void unpin(Va, std::uint64_t bytes) = 0;
  /// The process's own loads and stores.
  virtual void load(Va from, std::uint8_t* to, std::uint64_t bytes) = 0;
  virtual void store(Va to, const std::uint8_t* from, std::uint64_t bytes) = 0;

  /// A store to the NIC's user access region: posted, arrives after MMIO propagation.
  virtual void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) = 0;
  /// Enters the kernel, runs `work` there (it commands the NIC), returns. `pages` is what the call pins or unpins.
  virtual void driver(DriverCall, PageCount pages, const std::function<void()>& work) { (void)pages, work(); }
  /// The calling thread computes in user mode for `duration`, reported as `stage` when given.
  virtual void user(const Stage* stage, Ps duration, std::uint64_t bytes, MessageId) {
    (void)stage, (void)duration, (void)bytes;
  }
  /// Sleeps in the kernel until `ready` holds (a completion channel's read); false where that cannot be waited for.
  virtual bool sleep_until(const std::function<bool()>& ready) { return ready(); }
  /// A call was refused, and this is why.
  virtual void refused(const Refusal&) {}
  /// The NIC's interrupt is on its way: once it is served, `handler` runs in the driver, and whoever sleeps in
  /// sleep_until looks again.
  virtual void interrupt(const std::function<void()>& handler) { handler(); }

  /// Byte streams to other computers, where the platform has a network beside the RDMA NIC; see host/verbs/cm/.
  virtual cm::Network* network() { return nullptr; }
  /// Of the random streams of this computer's programs.
  virtual std::uint64_t seed() const { return 1; }
};

}  // namespace rocelab::verbs
