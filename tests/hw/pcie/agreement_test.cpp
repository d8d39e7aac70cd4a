#include <sstream>

#include "hw/pcie/stream.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::pcie;
using test::Flow;

namespace {

/// Octets enough that the first round trip is lost in them.
std::uint64_t enough(const Profile& p) {
  return std::max<std::uint64_t>(1 << 17, p.link.raw().bits_per_s / 8 / 10'000);
}

struct Worst {
  double off = 0;
  std::string where;
};

/// How far apart both models are at most, of all generations and widths.
void compare(Worst& worst, const Limits& limits, test::Stream stream) {
  for (unsigned generation = 1; generation <= 5; ++generation) {
    for (const unsigned lanes : {1u, 2u, 4u, 8u, 16u}) {
      Profile p;
      p.link = {generation, lanes};
      p.limits = limits;
      stream.octets = enough(p);
      const double closed = test::gbps(p, stream);
      p.model = Model::per_tlp;
      const double exact = test::gbps(p, stream);
      const double off = std::abs(closed / exact - 1);
      if (off <= worst.off) continue;
      std::ostringstream where;
      where << "gen" << generation << " x" << lanes << " MPS " << limits.mps << " MRRS " << limits.mrrs
            << ": closed form " << closed << ", per TLP " << exact << " Gb/s";
      worst.off = off;
      worst.where = where.str();
    }
  }
}

void agree(const test::Stream& stream) {
  Worst worst;
  for (const std::uint32_t mps : {128u, 256u, 512u}) {
    for (const std::uint32_t mrrs : {128u, 512u, 4096u}) compare(worst, {mps, mrrs, 64}, stream);
  }
  INFO(worst.where);
  CHECK(worst.off < 0.01);
}

const std::vector<std::uint32_t> mixed{64, 1024, 16, 4096, 256, 1500, 8, 512};

}  // namespace

TEST_CASE("closed form and per TLP agree within one percent: writes, long") { agree({Flow::write, {4096}, 0, 64, 0}); }
TEST_CASE("closed form and per TLP agree within one percent: reads, long") { agree({Flow::read, {4096}, 0, 64, 0}); }
TEST_CASE("closed form and per TLP agree within one percent: both ways, long") {
  agree({Flow::both, {4096}, 0, 64, 0});
}
TEST_CASE("closed form and per TLP agree within one percent: writes of mixed sizes") {
  agree({Flow::write, mixed, 0, 64, 24});
}
TEST_CASE("closed form and per TLP agree within one percent: reads of mixed sizes") {
  agree({Flow::read, mixed, 0, 64, 24});
}
TEST_CASE("closed form and per TLP agree within one percent: both ways, mixed sizes") {
  agree({Flow::both, mixed, 0, 64, 24});
}
TEST_CASE("closed form and per TLP agree within one percent: one read at a time") {
  agree({Flow::read, {64}, 0, 1, 0});
}

TEST_CASE("few tags limit reads the same in both models") {
  for (const std::uint32_t tags : {1u, 4u, 12u}) {
    INFO(tags << " tags");
    Profile p;
    p.tags = tags;
    const double closed = test::gbps(p, {Flow::read, {4096}, 4 << 20, 64, 0});
    p.model = Model::per_tlp;
    CHECK(test::gbps(p, {Flow::read, {4096}, 4 << 20, 64, 0}) == Approx(closed).epsilon(0.02));
    CHECK(closed < 105);
  }
}

TEST_CASE("few credits limit writes the same in both models") {
  for (const Credits few : {Credits{4, 0}, Credits{8, 0}, Credits{0, 32}, Credits{0, 128}}) {
    INFO(few.header << " headers, " << few.data << " data");
    Profile p;
    p.posted = few;
    const double closed = test::gbps(p, {Flow::write, {4096}, 4 << 20, 64, 0});
    p.model = Model::per_tlp;
    CHECK(test::gbps(p, {Flow::write, {4096}, 4 << 20, 64, 0}) == Approx(closed).epsilon(0.05));
    CHECK(closed < 100);
  }
}
