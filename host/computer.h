#pragma once
#include <functional>
#include <optional>
#include <string>

#include "host/memory/address_space.h"
#include "host/os/kernel.h"
#include "hw/rnic/engine.h"

namespace rocelab::host {

/// One computer as the programs on it see it. What it is wired from is the shell's affair (host/systemc/host.h).
class Computer {
 public:
  using Main = std::function<void(Thread&)>;

  virtual ~Computer() = default;

  virtual Tag tag() const = 0;
  virtual Probe& probe() = 0;
  virtual Kernel& kernel() = 0;
  virtual rnic::Engine& rnic() = 0;
  virtual wire::MacAddress mac_address() const = 0;
  /// The MAC behind an address of the network, or nothing.
  virtual std::optional<wire::MacAddress> resolve(const wire::Gid&) const = 0;

  /// Of the random streams of this computer.
  virtual std::uint64_t seed() const = 0;

  virtual AddressSpace& new_process() = 0;
  /// Starts a program on a core at time 0.
  virtual void start(const std::string& name, std::size_t core, Main) = 0;

  /// A store into the RDMA NIC's user access region, which a process maps: posted.
  virtual void store_to_rnic(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) = 0;
  /// `call` runs whenever a device has written into [begin, begin + bytes) of this computer's memory, for as long as
  /// what is returned is kept.
  [[nodiscard]] virtual std::shared_ptr<void> watch_memory(BusAddr begin, std::uint64_t bytes,
                                                           std::function<void()> call) = 0;
  /// Puts one frame of `octets` (FCS included) on the wire, so that the way to `to` can be measured.
  virtual void send_probe_frame(wire::MacAddress to, std::uint32_t octets) = 0;
  /// What a raw socket gives: a frame of `octets` to be filled, and its way to the wire past every protocol.
  virtual PacketPtr make_frame(std::uint32_t octets) = 0;
  virtual void send_frame(PacketPtr) = 0;
};

}  // namespace rocelab::host
