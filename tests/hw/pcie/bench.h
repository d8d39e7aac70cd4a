#pragma once
#include <cstring>
#include <vector>

#include "hw/pcie/slot.h"

namespace rocelab::pcie::test {

/// Memory from address 0 without any time.
struct FlatBus : MemoryBus {
  explicit FlatBus(std::size_t bytes = 4096) : octets(bytes) {}
  void read(BusAddr from, std::uint8_t* to, std::uint32_t n) override { std::memcpy(to, &octets.at(from), n); }
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t n) override { std::memcpy(&octets.at(to), from, n); }
  std::vector<std::uint8_t> octets;
};

/// A slot with nothing behind it but memory, on a timeline that the test moves.
struct Bench {
  explicit Bench(const Profile& profile, std::size_t bytes = 4096, FactSink* sink = nullptr) : bus(bytes) {
    if (sink) probe.attach(*sink);
    slot = make_slot({timeline, bus, memory, probe, {}}, profile);
    slot->declare_rows("host");
  }
  Timeline timeline;
  FlatBus bus;
  IdealMemory memory;
  Probe probe{timeline};
  std::unique_ptr<Slot> slot;
};

inline const char* name(Model m) { return m == Model::per_tlp ? "per TLP" : "closed form"; }

}  // namespace rocelab::pcie::test
