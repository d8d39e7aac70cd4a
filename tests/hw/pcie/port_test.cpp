#include "hw/pcie/port.h"

#include <cstring>
#include <vector>

#include "support/catch.h"

using namespace rocelab;

namespace {

struct FlatBus : MemoryBus {
  std::vector<std::uint8_t> octets = std::vector<std::uint8_t>(4096);
  void read(BusAddr from, std::uint8_t* to, std::uint32_t n) override { std::memcpy(to, &octets[from], n); }
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t n) override { std::memcpy(&octets[to], from, n); }
};

}  // namespace

TEST_CASE("a read costs a round trip and its share of the link, its data is of the end of the transfer") {
  Timeline t;
  FlatBus bus;
  pcie::Profile profile;
  profile.read = Rate::gbps(100);
  profile.read_round_trip = 450'000;
  pcie::Port port(t, bus, profile);
  std::uint8_t to[1000]{};
  std::vector<Ps> done;
  t.at(0, [&] {
    port.read(0, to, 1000, {}, [&] { done.push_back(t.now()); });
    port.read(0, to, 1000, {}, [&] { done.push_back(t.now()); });
  });
  t.run_until(0);
  t.run_while_busy();
  CHECK(done == std::vector<Ps>{450'000 + 80'000, 450'000 + 160'000});
}

TEST_CASE("a write is visible in order, and a read does not pass it") {
  Timeline t;
  FlatBus bus;
  pcie::Profile profile;
  profile.write = Rate::gbps(100);
  profile.write_visible = 180'000;
  profile.read_round_trip = 10'000;  // shorter than a write takes to be visible
  pcie::Port port(t, bus, profile);
  std::uint8_t from[4]{1, 2, 3, 4}, to[4]{};
  port.write(8, from, 4, {}, [] {});
  port.read(8, to, 4, {}, [] {});
  t.run_until(100'000);
  CHECK(bus.octets[8] == 0);
  t.run_while_busy();
  CHECK(std::equal(from, from + 4, to));
}
