#include "hw/pcie/tlp.h"

#include "hw/pcie/closed_form.h"
#include "support/catch.h"
#include "tlm/random.h"

using namespace rocelab;
using namespace rocelab::pcie;

namespace {

std::vector<std::uint64_t> lengths_of(Stretch s, std::uint32_t most) {
  std::vector<std::uint64_t> all;
  cut(s, most, [&](Stretch part) { all.push_back(part.octets()); });
  return all;
}

std::vector<std::uint64_t> completions_of(Stretch request, const Limits& l) {
  std::vector<std::uint64_t> all;
  complete(request, l, [&](Stretch part) { all.push_back(part.octets()); });
  return all;
}

}  // namespace

TEST_CASE("octets travel in whole dwords") {
  CHECK(dwords(0x1000, 8).octets() == 8);
  CHECK(dwords(0x1001, 1).octets() == 4);
  CHECK(dwords(0x1003, 2).octets() == 8);
}

TEST_CASE("a write is cut at MPS and at 4 KiB boundaries") {
  CHECK(lengths_of({0, 1000}, 256) == std::vector<std::uint64_t>{256, 256, 256, 232});
  CHECK(lengths_of({4096 - 100, 4096 + 300}, 256) == std::vector<std::uint64_t>{100, 256, 44});
}

TEST_CASE("completions end at a read completion boundary, the last where the request ends") {
  const Limits l{256, 512, 64};
  CHECK(completions_of({0, 512}, l) == std::vector<std::uint64_t>{256, 256});
  CHECK(completions_of({16, 16 + 512}, l) == std::vector<std::uint64_t>{240, 256, 16});
  CHECK(completions_of({60, 100}, l) == std::vector<std::uint64_t>{40});
  CHECK(completions_of({4, 260}, {128, 512, 128}) == std::vector<std::uint64_t>{124, 128, 4});
}

TEST_CASE("the closed form counts what cutting finds") {
  Random random(1, "pcie.closed_form");
  for (int i = 0; i < 20'000; ++i) {
    const Limits l{128u << random.below(6), 128u << random.below(6), 64u << random.below(2)};
    const Stretch s = dwords(random.below(20'000), 1 + random.below(20'000));
    Load writes, requests, completions;
    cut(s, l.mps, [&](Stretch part) { ++writes.tlps, writes.octets += part.octets() + 24; });
    cut(s, l.mrrs, [&](Stretch request) {
      ++requests.tlps, requests.octets += 24;
      CHECK((request.begin / 4096 == (request.end - 1) / 4096 && request.octets() <= l.mrrs));
      complete(request, l, [&](Stretch part) {
        ++completions.tlps, completions.octets += part.octets() + 20;
        CHECK(part.octets() <= l.mps);
        CHECK((part.end == request.end || part.end % l.rcb == 0));
      });
    });
    const auto same = [](const Load& a, const Load& b) { return a.tlps == b.tlps && a.octets == b.octets; };
    REQUIRE(same(write_load(s, l), writes));
    REQUIRE(same(request_load(s, l), requests));
    REQUIRE(same(read_load(s, l), completions));
  }
}
