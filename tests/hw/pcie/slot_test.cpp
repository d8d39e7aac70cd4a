#include "hw/pcie/slot.h"

#include "hw/pcie/bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::pcie;
using test::Bench;

namespace {

constexpr Model both[]{Model::closed_form, Model::per_tlp};

Profile profile_of(Model model) {
  Profile p;
  p.model = model;
  return p;
}

}  // namespace

TEST_CASE("a read costs the request, a round trip and its completions on the link") {
  for (const Model model : both) {
    INFO(test::name(model));
    Bench bench(profile_of(model));
    std::uint8_t to[64]{};
    Ps done = 0;
    bench.slot->read(0, to, 64, {}, [&] { done = bench.timeline.now(); });
    bench.timeline.run_while_busy();
    // 24 octets there, 64 + 20 back at 126 Gb/s less what ACKs and credit updates take.
    const double link = (24 + 84) * 8 / 0.1137;
    CHECK(static_cast<double>(done) == Approx(450'000 + link).margin(1000));
  }
}

TEST_CASE("a write is visible its own time after its last octet") {
  for (const Model model : both) {
    INFO(test::name(model));
    Bench bench(profile_of(model));
    const std::uint8_t from[4]{1, 2, 3, 4};
    Ps done = 0;
    bench.slot->write(8, from, 4, {}, [&] { done = bench.timeline.now(); });
    bench.timeline.run_until(180'000);
    CHECK(bench.bus.octets[8] == 0);
    bench.timeline.run_while_busy();
    CHECK(std::equal(from, from + 4, &bench.bus.octets[8]));
    CHECK(static_cast<double>(done) == Approx(180'000 + 28 * 8 / 0.1137).margin(400));
  }
}

TEST_CASE("a read does not pass an earlier write") {
  for (const Model model : both) {
    INFO(test::name(model));
    Profile profile = profile_of(model);
    profile.read_round_trip = 110'000;  // shorter than a write takes to be visible
    Bench bench(profile);
    const std::uint8_t from[4]{1, 2, 3, 4};
    std::uint8_t to[4]{};
    bench.slot->write(8, from, 4, {}, [] {});
    bench.slot->read(8, to, 4, {}, [] {});
    bench.timeline.run_while_busy();
    CHECK(std::equal(from, from + 4, to));
  }
}

TEST_CASE("a store of the CPU arrives its propagation later, in order") {
  for (const Model model : both) {
    INFO(test::name(model));
    Bench bench(profile_of(model));
    std::vector<int> order;
    Ps first = 0;
    bench.slot->store(0, 64, [&] { first = bench.timeline.now(), order.push_back(1); });
    bench.slot->store(0, 8, [&] { order.push_back(2); });
    bench.timeline.run_while_busy();
    CHECK(order == std::vector<int>{1, 2});
    CHECK(static_cast<double>(first) == Approx(120'000).margin(6'000));  // mmio_propagation_ns
  }
}

TEST_CASE("a write-combined store is one TLP a line of 64 octets") {
  CHECK(store_octets(8) == 24 + 8);
  CHECK(store_octets(64) == 24 + 64);
  CHECK(store_octets(128) == 2 * (24 + 64));
}

TEST_CASE("thirty reads in flight hide the round trip of small packets at 40 Gb/s") {
  // min_inflight_dma: 64-octet frames come every 16.8 ns there.
  const auto takes = [](std::uint32_t tags, Model model) {
    Profile profile = profile_of(model);
    profile.tags = tags;
    Bench bench(profile);
    std::uint8_t to[64];
    for (int i = 0; i < 1000; ++i) bench.slot->read(0, to, 64, {}, [] {});
    bench.timeline.run_while_busy();
    return static_cast<double>(bench.timeline.now()) / 1000;
  };
  for (const Model model : both) {
    INFO(test::name(model));
    CHECK(takes(30, model) < 16'800);
    CHECK(takes(15, model) > 16'800);
    // Never more than the tags in a round trip.
    CHECK(takes(15, model) > 450'000 / 15.0);
  }
}
