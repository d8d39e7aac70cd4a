#include <tlm_utils/simple_initiator_socket.h>

#include <systemc>

#include "host/memory/systemc/memory_module.h"
#include "host/memory/traffic.h"
#include "hw/pcie/systemc/pcie_module.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

/// A slot with memory behind it; its CPU stores nothing.
struct Computer : sc_core::sc_module {
  explicit Computer(sc_core::sc_module_name name) : sc_module(name) {
    slot.memory.bind(memory.socket);
    cpu.bind(slot.mmio);
  }

  void write(BusAddr to) {
    slot.port().write(to, octets.data(), static_cast<std::uint32_t>(octets.size()), Tag{}, [] {});
    timeline.run_while_busy();
  }
  std::vector<std::uint8_t> read(BusAddr from) {
    std::vector<std::uint8_t> to(octets.size());
    slot.port().read(from, to.data(), static_cast<std::uint32_t>(to.size()), Tag{}, [] {});
    timeline.run_while_busy();
    return to;
  }

  const std::vector<std::uint8_t> octets{1, 2, 3, 4};
  Timeline timeline;
  Probe probe{timeline};
  PhysicalMemory ram;
  MemoryTraffic traffic{timeline, probe, Tag{}, MemoryProfile{}};
  MemoryModule memory{"memory", ram};
  pcie::PcieModule slot{"slot", timeline, probe, Tag{}, traffic, pcie::Profile{}};
  tlm_utils::simple_initiator_socket<Computer> cpu{"cpu"};
};

constexpr std::uint64_t megabyte_pages = 256;

}  // namespace

TEST_CASE("a watch that comes after direct access was granted is told of every write") {
  Computer computer("computer");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const BusAddr buffer = computer.ram.allocate(megabyte_pages);
  computer.write(buffer);  // here direct access is granted
  unsigned told = 0;
  const auto watch = computer.memory.watch(buffer, 4, [&] { ++told; });
  computer.write(buffer);
  CHECK(told == 1);
  computer.write(buffer);
  CHECK(told == 2);
}

TEST_CASE("DMA with and without direct access sees one memory") {
  Computer computer("computer");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const BusAddr buffer = computer.ram.allocate(megabyte_pages);
  const BusAddr border = buffer + (64 << 10) - 2;  // half in one block, half in the next
  for (const BusAddr at : {buffer, buffer + 8, border, buffer + 12, border}) {
    computer.ram.clear(at, 4);
    computer.write(at);
    std::vector<std::uint8_t> there(4);
    computer.ram.read(at, there.data(), there.size());
    CHECK(there == computer.octets);
    CHECK(computer.read(at) == computer.octets);
  }
}

TEST_CASE("direct access reaches no address without memory") {
  Computer computer("computer");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  computer.write(PhysicalMemory::base);
  CHECK_THROWS_AS(computer.write(PhysicalMemory::base - 4), std::runtime_error);
}
