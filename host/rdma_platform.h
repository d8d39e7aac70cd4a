#pragma once
#include "host/computer.h"
#include "host/verbs/platform.h"

namespace rocelab::host {

/// The verbs library's view of a modelled computer, for one program: memory of its process, the kernel's driver by
/// system call, the NIC by posted stores.
class RdmaPlatform : public verbs::Platform {
 public:
  RdmaPlatform(Computer& computer, AddressSpace& space, Thread& program)
      : host_(computer), space_(space), program_(program) {}

  rnic::Engine& nic() override { return host_.rnic(); }
  verbs::UserCosts costs() const override;
  verbs::BlueFlame blueflame() const override { return blueflame_; }
  void use(verbs::BlueFlame rule) { blueflame_ = rule; }
  std::vector<wire::Gid> gids() const override { return {host_.kernel().address(), host_.kernel().address()}; }
  wire::MacAddress mac() const override { return host_.mac_address(); }
  std::optional<wire::MacAddress> resolve(const wire::Gid& gid) override { return host_.resolve(gid); }

  Va allocate(std::uint64_t bytes) override { return space_.allocate(bytes); }
  void release(Va va) override { space_.release(va); }
  std::optional<std::vector<BusAddr>> pin(Va va, std::uint64_t bytes) override { return space_.pin(va, bytes); }
  void unpin(Va va, std::uint64_t bytes) override { space_.unpin(va, bytes); }
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) override { space_.load(from, to, bytes); }
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes) override { space_.store(to, from, bytes); }

  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override {
    host_.store_to_rnic(offset, data, bytes);
  }
  void driver(verbs::DriverCall, std::uint64_t pages, const std::function<void()>& work) override;
  void refused(const verbs::Refusal&) override;
  void user(const Stage*, Ps duration, std::uint64_t bytes, MessageId) override;

  /// Spins in user mode until a device writes into the ring at [start, start + bytes). Call watch_ring() first.
  void spin();
  void watch_ring(Va start, std::uint64_t bytes);
  /// Ends a spin from outside: nothing will come any more.
  void stop_spinning();

 private:
  Ps kernel_time(verbs::DriverCall, std::uint64_t pages) const;

  Computer& host_;
  AddressSpace& space_;
  Thread& program_;
  std::vector<std::shared_ptr<void>> watches_;
  verbs::BlueFlame blueflame_ = verbs::BlueFlame::off;
  bool spinning_ = false;
  bool written_ = false;
};

}  // namespace rocelab::host
