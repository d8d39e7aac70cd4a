#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "host/computer.h"
#include "host/cpu/neighbour.h"
#include "host/cpu/systemc/registers_port.h"
#include "host/memory/systemc/memory_module.h"
#include "host/os/systemc/program.h"
#include "hw/fabric/systemc/nic_mac_module.h"
#include "hw/pcie/systemc/pcie_module.h"
#include "hw/rtl/mr_check_twin.h"

namespace rocelab::host {

/// One computer: memory, cores, PCIe slot, NIC and operating system, wired together. No behaviour of its own.
class Host : public sc_core::sc_module, public Computer {
 public:
  struct Config {
    std::string name;   // "peer"
    std::string scope;  // "tcp.peer"
    Tag tag;            // lane and host
    PortId port;
    std::vector<CoreId> cores;
    Rate rate;
    bool lossless = false;  // the NIC's frames travel in a class that PFC protects
    /// Class of the kernel's frames, at its own port and in their DSCP.
    Priority priority{};
    std::uint8_t dscp = 0;
    pcie::Profile pcie;
    MemoryProfile memory;
    nic::EthernetNic::Config nic;
    Kernel::Config kernel;
    rnic::Engine::Config rnic;
    bool mr_check_in_rtl = false;
    Neighbour::Config neighbour;  // on the first core, which the programs and the interrupts have
  };

  Host(sc_core::sc_module_name, Timeline&, Probe&, PacketPool&, const Config&);

  const std::string& role() const { return config_.name; }
  Tag tag() const override { return config_.tag; }
  Probe& probe() override { return probe_; }
  Kernel& kernel() override { return *kernel_; }
  rnic::Engine& rnic() override { return rnic_; }
  wire::MacAddress mac_address() const override { return config_.kernel.mac; }
  std::optional<wire::MacAddress> resolve(const wire::Gid&) const override;
  std::uint64_t seed() const override { return config_.rnic.secret; }
  AddressSpace& new_process() override;
  void start(const std::string& name, std::size_t core, Main) override;
  void store_to_rnic(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override {
    registers_.store(rdma_bar + offset, data, bytes);
  }
  std::shared_ptr<void> watch_memory(BusAddr begin, std::uint64_t bytes, std::function<void()> call) override {
    return memory_module_.watch(begin, bytes, std::move(call));
  }
  void send_probe_frame(wire::MacAddress to, std::uint32_t octets) override;
  PacketPtr make_frame(std::uint32_t octets) override { return pool_.make(octets); }
  void send_frame(PacketPtr packet) override { send(std::move(packet)); }

  fabric::NicMacModule& mac() { return mac_; }
  Neighbour& neighbour() { return *neighbour_; }
  const std::deque<std::unique_ptr<Program>>& programs() const { return programs_; }

  /// Books what the cores are doing and reports what PCIe and memory have counted, so that all is complete up to now.
  void settle();

 private:
  static constexpr std::uint64_t ethernet_bar = 0;
  static constexpr std::uint64_t rdma_bar = 0x10000;
  static constexpr std::uint64_t rdma_bar_bytes = 0x1000;

  /// The RDMA engine's way to the MAC that it shares with the Ethernet engine.
  struct RdmaWire : rnic::WirePort {
    explicit RdmaWire(fabric::EgressPort& port) : port(port) {}
    bool has_room(Priority p) const override { return port.has_room(p); }
    void send(PacketPtr packet) override { port.send(std::move(packet)); }
    fabric::EgressPort& port;
  };

  void send(PacketPtr);

  Config config_;
  Probe& probe_;
  PacketPool& pool_;
  PhysicalMemory memory_;
  MemoryTraffic traffic_;
  MemoryModule memory_module_{"memory", memory_};
  RegistersPort registers_{"registers"};
  pcie::PcieModule pcie_;
  fabric::NicMacModule mac_;
  std::deque<Core> cores_;
  std::optional<Neighbour> neighbour_;
  nic::EthernetNic nic_;
  RdmaWire rdma_wire_;
  std::optional<rtl::MrCheckTwin> mr_check_;
  rnic::Engine rnic_;
  NetDevice device_;
  std::unique_ptr<Kernel> kernel_;
  std::deque<AddressSpace> processes_;
  std::deque<std::unique_ptr<Program>> programs_;
};

}  // namespace rocelab::host
