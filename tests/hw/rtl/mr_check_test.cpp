#include "hw/rtl/mr_check_twin.h"
#include "hw/rtl/twin_comparison.h"
#include "support/catch.h"
#include "tlm/timeline.h"

using namespace rocelab;

TEST_CASE("the MR check in gates answers ten thousand random requests as the class does") {
  const auto seen = test::compare_mr_check(1, 10'000);
  CHECK(seen.difference == "");
  // The comparison means something: every verdict came up.
  for (const std::uint64_t n : seen.verdicts) CHECK(n > 300);
}

namespace {

/// What a row of the waveform showed, and when.
struct Rows : FactSink {
  void on_declare(SignalId, const SignalDecl& d) override { names.push_back(d.name); }
  void on_change(const Change& c, Ps) override { changes.push_back(c); }
  /// When `row` first took `value`; never.
  Ps when(const std::string& row, std::uint64_t value) const {
    for (const Change& c : changes)
      if (names.at(c.signal.value) == row && c.value == value) return c.t;
    return never;
  }
  std::vector<std::string> names;
  std::vector<Change> changes;
};

protection::Region region_of_100_octets() {
  protection::Region r;
  r.kind = protection::Region::Kind::region;
  r.lkey = Key{1};
  r.rkey = Key{2};
  r.access = protection::remote_write;
  r.start = 1000;
  r.length = 100;
  return r;
}

}  // namespace

TEST_CASE("the MR check in gates shows its registers on the clock's edges and its verdict two cycles later") {
  Timeline timeline;
  Probe probe(timeline);
  Rows rows;
  probe.attach(rows);
  const rtl::MrCheckTwin check(timeline, probe, Clock::mhz(500), "peer.mr_check");
  timeline.run_until(9'000);  // between the edges at 8 and 10 ns

  const protection::Request behind{Key{2}, true, {}, {}, protection::remote_write, 1050, 51};
  CHECK(check(behind, region_of_100_octets()) == protection::Fault::out_of_bounds);
  CHECK(rows.when("key_i", 2) == 10'000);
  CHECK(rows.when("asked_q", 1) == 12'000);
  CHECK(rows.when("offset_q", 50) == 12'000);
  CHECK(rows.when("valid_o", 1) == 14'000);
  CHECK(rows.when("fault_o", 4) == 14'000);
}

TEST_CASE("requests of one instant stand in line before the MR check in gates") {
  Timeline timeline;
  Probe probe(timeline);
  Rows rows;
  probe.attach(rows);
  const rtl::MrCheckTwin check(timeline, probe, Clock::mhz(1000), "peer.mr_check");
  const protection::Request inside{Key{2}, true, {}, {}, protection::remote_write, 1000, 100};
  const protection::Request unknown{Key{3}, true, {}, {}, protection::remote_write, 1000, 100};
  CHECK(check(inside, region_of_100_octets()) == protection::Fault::none);
  CHECK(check(unknown, region_of_100_octets()) == protection::Fault::unknown_key);
  CHECK(rows.when("key_i", 3) > rows.when("key_i", 2));
  CHECK(rows.when("fault_o", 1) > rows.when("fault_o", 0));
}
