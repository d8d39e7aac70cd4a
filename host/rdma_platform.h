#pragma once
#include "host/computer.h"
#include "host/socket_network.h"
#include "host/verbs/platform.h"

namespace rocelab::host {

/// The verbs library's view of a modelled computer, for one program: memory of its process, the kernel's driver by
/// system call, the NIC by posted stores, its events by interrupt.
class RdmaPlatform : public verbs::Platform {
 public:
  RdmaPlatform(Computer& computer, AddressSpace& space, Thread& program)
      : host_(computer), space_(space), program_(program), network_(computer.kernel(), space, program) {}

  rnic::Engine& nic() override { return host_.rnic(); }
  verbs::UserCosts costs() const override;
  verbs::BlueFlame blueflame() const override { return blueflame_; }
  void use(verbs::BlueFlame rule) { blueflame_ = rule; }
  std::vector<wire::Gid> gids() const override { return {host_.kernel().address(), host_.kernel().address()}; }
  wire::MacAddress mac() const override { return host_.mac_address(); }
  std::optional<wire::MacAddress> resolve(const wire::Gid& gid) override { return host_.resolve(gid); }

  Va allocate(std::uint64_t bytes) override { return space_.allocate(bytes); }
  void release(Va va) override { space_.release(va); }
  std::uint64_t page_size(Va va) const override { return space_.page_size(va); }
  std::optional<std::vector<BusAddr>> pin(Va, std::uint64_t bytes) override;
  void unpin(Va, std::uint64_t bytes) override;
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) override { space_.load(from, to, bytes); }
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes) override { space_.store(to, from, bytes); }

  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override {
    host_.store_to_rnic(offset, data, bytes);
  }
  void driver(verbs::DriverCall, verbs::PageCount, const std::function<void()>& work) override;
  void refused(const verbs::Refusal&) override;
  void user(const Stage*, Ps duration, std::uint64_t bytes, MessageId) override;
  bool sleep_until(const std::function<bool()>& ready) override;
  void interrupt(const std::function<void()>& handler) override;
  verbs::cm::Network* network() override { return &network_; }
  std::uint64_t seed() const override { return host_.seed(); }

  /// The CPU moves octets of the process from one place to another.
  void copy(Va to, Va from, std::uint64_t bytes, const Stage*);

  /// Spins in user mode until a device writes into the ring at [start, start + bytes). Call watch_ring() first.
  void spin();
  void watch_ring(Va start, std::uint64_t bytes);
  /// Ends a spin or a sleep from outside, and every later one until wait_again(): nothing will come any more.
  void stop_waiting();
  void wait_again() { stopped_ = false; }

  /// Registrations and their ends show as `stage` from now on.
  void show_registration(const Stage* stage) { registration_ = stage; }

 private:
  Ps kernel_time(verbs::DriverCall, verbs::PageCount) const;
  void stop_spinning();

  Computer& host_;
  AddressSpace& space_;
  Thread& program_;
  SocketNetwork network_;
  std::vector<std::shared_ptr<void>> watches_;
  verbs::BlueFlame blueflame_ = verbs::BlueFlame::off;
  std::shared_ptr<RdmaPlatform*> self_ = std::make_shared<RdmaPlatform*>(this);  // for interrupts under way
  const Stage* registration_ = nullptr;
  bool spinning_ = false;
  bool written_ = false;
  bool stopped_ = false;
};

}  // namespace rocelab::host
