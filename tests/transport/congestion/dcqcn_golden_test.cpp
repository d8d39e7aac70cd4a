#include <fstream>
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/places.h"
#include "transport/congestion/dcqcn.h"

using namespace rocelab;
using namespace rocelab::congestion;
using namespace rocelab::literals;

namespace {

nlohmann::json golden(const std::string& name) {
  std::ifstream in(test::data_folder() + "/conformance/dcqcn_golden.json");
  const auto all = nlohmann::json::parse(in);
  for (const auto& [key, value] : all.items())
    if (key.rfind(name, 0) == 0) return value;
  FAIL("no golden trace " << name);
  return {};
}

/// The traces' settings: R_HAI ten times R_AI.
Dcqcn::Settings traced() {
  Dcqcn::Settings s;
  s.hyper = 400e6;
  return s;
}

struct Bench {
  explicit Bench(std::uint64_t gbps, const Dcqcn::Settings& s = traced()) : rp(Rate::gbps(gbps), s) {}

  void meets(const nlohmann::json& row, bool alpha = true) {
    INFO(row.dump());
    rp.rate(now);
    CHECK(rp.current() / 1e9 == Approx(row.at("RC").get<double>()).epsilon(1e-8));
    CHECK(rp.target() / 1e9 == Approx(row.at("RT").get<double>()).epsilon(1e-8));
    if (alpha) CHECK(rp.alpha() == Approx(row.at("alpha").get<double>()).epsilon(1e-8));
    if (row.contains("T")) CHECK(rp.timer_count() == row.at("T").get<unsigned>());
    if (row.contains("B")) CHECK(rp.byte_count() == row.at("B").get<unsigned>());
  }

  Dcqcn rp;
  Ps now = 1_ms;
};

void single_cnp(std::uint64_t gbps, const std::string& name) {
  const auto rows = golden(name);
  Bench b(gbps);
  b.meets(rows.at(0));
  b.rp.notified(b.now);
  b.meets(rows.at(1));
  for (std::size_t i = 2; i < rows.size(); ++i) {
    b.now += 55_us;
    b.meets(rows.at(i));
  }
}

void second_cnp(const std::string& name, bool alpha_first) {
  const auto rows = golden(name);
  auto settings = traced();
  settings.alpha_first = alpha_first;
  Bench b(100, settings);
  b.rp.notified(b.now);
  b.meets(rows.at(0));
  b.now += 550_us;
  b.meets(rows.at(1));
  b.rp.notified(b.now);
  b.meets(rows.at(2));
}

}  // namespace

TEST_CASE("DCQCN golden trace A: one CNP at 40 Gb/s, then the timers") { single_cnp(40, "A_single_CNP_40G"); }

TEST_CASE("DCQCN golden trace A: one CNP at 100 Gb/s, then the timers") { single_cnp(100, "A_single_CNP_100G"); }

TEST_CASE("DCQCN golden trace B: four CNPs before any timer") {
  Bench b(100);
  for (const auto& row : golden("B_four")) {
    b.rp.notified(b.now);
    b.meets(row);
    b.now += 50_us;
  }
}

TEST_CASE("DCQCN golden trace C: alpha after the cut") { second_cnp("C_second_CNP_cut_then_alpha", false); }

TEST_CASE("DCQCN golden trace C: alpha before the cut") { second_cnp("C_second_CNP_alpha_then_cut", true); }

TEST_CASE("DCQCN golden trace D: timer and byte counter in turn reach hyper increase") {
  const auto rows = golden("D_three");
  Bench b(100);
  for (int i = 0; i < 3; ++i) b.rp.notified(b.now);
  b.meets(rows.at(0));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (i % 2 == 1) {
      b.now += 55_us;
    } else {
      b.rp.sent(10'000'000, b.now);
    }
    b.meets(rows.at(i), false);  // the trace holds alpha still
  }
}

TEST_CASE("DCQCN golden trace E: a cut before any increase leaves the vendor's target alone") {
  const auto rows = golden("E_hpcc");
  auto settings = traced();
  settings.alpha_period = 1_s;  // the trace holds alpha still
  settings.rate_timer = 900_us;
  settings.byte_counter = 0;
  settings.fast_recovery = 1;
  settings.additive = 50e6;
  settings.hyper = 100e6;
  settings.keep_target = settings.single_hyper = true;
  settings.cut_period = 4_us;
  Bench b(100, settings);
  b.rp.notified(b.now);
  b.meets(rows.at(0));
  b.now += 4_us;
  b.rp.notified(b.now);
  b.meets(rows.at(1));
  for (std::size_t i = 2; i < 6; ++i) {
    b.now += 900_us;
    b.meets(rows.at(i));
  }
  b.rp.notified(b.now);
  b.meets(rows.at(6));
}

TEST_CASE("DCQCN golden values F: alpha of a quiet queue pair decays however late one looks") {
  const auto values = golden("F_alpha");
  for (const auto& [periods, alpha] : values.items()) {
    Bench b(100);
    b.rp.notified(b.now);
    const Ps quiet = std::stoll(periods) * 55_us;
    b.rp.rate(b.now + quiet);
    CHECK(b.rp.alpha() == Approx(alpha.get<double>()).epsilon(1e-8));
  }
}

TEST_CASE("DCQCN golden values G: the set of NVIDIA's page") {
  const auto values = golden("G_nvidia");
  const Control& c = control("dcqcn");
  const auto made = c.make({Rate::gbps(100), 4_us}, values_of(c, "nvidia", {}));
  auto& rp = dynamic_cast<Dcqcn&>(*made);
  rp.notified(0);
  const double cut = values.at("first cut factor 1-alpha/2^(GD-10), alpha=1023/1024, GD=11");
  CHECK(rp.current() / 100e9 == Approx(cut).epsilon(1e-8));
  const double noticed = rp.alpha();  // the CNP has raised it; the values of the page begin at 1023/1024
  for (const unsigned n : {1u, 10u, 55u, 100u}) {
    rp.rate(n * 1_us);
    CHECK(rp.alpha() / noticed * 1023 / 1024 ==
          Approx(values.at("decay " + std::to_string(n)).get<double>()).epsilon(1e-8));
  }
}
