#include <algorithm>
#include <cmath>

#include "bench.h"
#include "hw/fabric/egress_port.h"
#include "hw/fabric/faults/catalog.h"
#include "hw/fabric/glance.h"
#include "hw/fabric/link.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

struct Faulty : Bench {
  explicit Faulty(std::vector<FaultSpec> specs, std::uint64_t seed = 1) {
    for (const FaultSpec& spec : specs) link.add(make_fault(spec, seed, pool));
    port.connect(link);
    link.connect(wall);
  }

  void send(PacketPtr p) { port.send(std::move(p)); }
  void send_numbered(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t psn = first; psn <= last; ++psn) send(roce(psn));
  }
  void run() { timeline.run_while_busy(); }

  std::vector<std::uint32_t> arrived_numbers() const {
    std::vector<std::uint32_t> numbers;
    for (const Arrival& a : wall.arrivals) numbers.push_back(find_sequence(*a.packet)->number);
    return numbers;
  }

  EgressPort port{timeline, probe, Rate::gbps(100), "p"};
  Link link{timeline, probe, 10'000};
  Wall wall{timeline};
};

using List = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("bernoulli loss takes its share, of data frames only, each with its cause") {
  const int n = 100'000;
  Faulty f({{"loss", "bernoulli", "drop", Fault::Frames::data, {{"share", 0.01}}}});
  for (int i = 0; i < n; ++i) {
    f.send(f.plain(60));
    PacketPtr ack = f.plain(60);
    ack->payload = 0;
    f.send(std::move(ack));
  }
  f.run();
  const auto lost = f.ear.counts["dropped.bernoulli"];
  CHECK(std::abs(static_cast<double>(lost) - 1000) < 4 * 31.5);  // sigma = sqrt(n p (1 - p))
  CHECK(f.ear.counts["dropped"] == lost);
  CHECK(f.wall.arrivals.size() == 2 * n - lost);
  std::size_t acks = 0;
  for (const Arrival& a : f.wall.arrivals) acks += a.packet->payload == 0;
  CHECK(acks == n);
}

TEST_CASE("a fault on all frames strikes those without payload, too") {
  Faulty f({{"loss", "always", "drop", Fault::Frames::all}});
  PacketPtr ack = f.plain(60);
  ack->payload = 0;
  f.send(std::move(ack));
  f.run();
  CHECK(f.wall.arrivals.empty());
  CHECK(f.ear.counts["dropped.always"] == 1);
}

TEST_CASE("Gilbert-Elliott loses the stationary share, in bursts of the mean length") {
  const int n = 200'000;
  const double to_bad = 0.002, to_good = 0.1;
  Faulty f({{"ge", "gilbert_elliott", "drop", Fault::Frames::data, {{"to_bad", to_bad}, {"to_good", to_good}}}});
  for (int i = 0; i < n; ++i) f.send(f.roce(static_cast<std::uint32_t>(i), 17, 60));
  f.run();
  const auto numbers = f.arrived_numbers();
  const double lost = n - static_cast<double>(numbers.size());
  double bursts = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) bursts += numbers[i] != numbers[i - 1] + 1;
  const double share = to_bad / (to_bad + to_good);
  // Successive frames are correlated by 1 - to_bad - to_good, which widens sigma by sqrt((1 + r) / (1 - r)).
  const double r = 1 - to_bad - to_good;
  const double sigma = std::sqrt(n * share * (1 - share) * (1 + r) / (1 - r));
  CHECK(std::abs(lost - n * share) < 4 * sigma);
  CHECK(lost / bursts == Approx(1 / to_good).epsilon(0.2));
}

TEST_CASE("every n-th frame, the first where it is wanted") {
  Faulty f({{"nth", "every_nth", "drop", Fault::Frames::data, {{"n", 3}}}});
  f.send_numbered(1, 9);
  f.run();
  CHECK(f.arrived_numbers() == List{1, 2, 4, 5, 7, 8});

  Faulty g({{"nth", "every_nth", "drop", Fault::Frames::data, {{"n", 4}, {"first", 1}}}});
  g.send_numbered(1, 9);
  g.run();
  CHECK(g.arrived_numbers() == List{2, 3, 4, 6, 7, 8});
}

TEST_CASE("an exact list drops PSN 5 the first time and PSN 7 the second time, nothing else") {
  FaultSpec spec{"list", "exact", "drop"};
  spec.hits = {{5, 1}, {7, 2}};
  Faulty f({spec});
  f.send_numbered(4, 8);
  f.send_numbered(5, 8);  // go back to 5
  f.send_numbered(7, 8);  // go back to 7
  f.run();
  CHECK(f.arrived_numbers() == List{4, 6, 7, 8, 5, 6, 8, 7, 8});
  CHECK(f.ear.counts["dropped.exact"] == 2);
}

TEST_CASE("an exact list tells QPs, flows and lanes apart, and knows TCP") {
  FaultSpec spec{"list", "exact", "drop"};
  Hit other_qp{5}, my_qp{6}, tcp_segment{0xffffff00};
  other_qp.qpn = Qpn{99};
  my_qp.qpn = Qpn{17};
  tcp_segment.lane = LaneId{3};
  tcp_segment.transmission = 0;
  spec.hits = {other_qp, my_qp, tcp_segment};
  Faulty f({spec});
  f.send_numbered(5, 6);
  for (const std::uint16_t lane : {3, 4, 3}) {
    PacketPtr p = f.tcp(0xffffff00);
    p->tag.lane = LaneId{lane};
    f.send(std::move(p));
  }
  f.run();
  CHECK(f.arrived_numbers() == List{5, 0xffffff00});
  CHECK(f.wall.arrivals[1].packet->tag.lane == LaneId{4});
}

TEST_CASE("two lists on one cable count transmissions apart") {
  FaultSpec first{"a", "exact", "drop"}, second{"b", "exact", "drop"};
  first.hits = {{5, 1}};
  second.hits = {{5, 2}};
  Faulty f({first, second});
  for (int i = 0; i < 3; ++i) f.send(f.roce(5));
  f.run();
  CHECK(f.wall.arrivals.size() == 1);
}

TEST_CASE("a link is down for the frames that are on the line in its window, even by one bit") {
  // Frames of 1104 octets start every 1124 octets.
  const Ps slot = 1124 * 80, first_bit = 8 * 80, last_bit = first_bit + 1104 * 80;
  const auto survivors = [&](Ps from, Ps to) {
    FaultSpec down{"down", "window", "drop", Fault::Frames::all};
    down.numbers = {{"from", static_cast<double>(from)}, {"length", static_cast<double>(to - from)}};
    Faulty f({down});
    f.send_numbered(1, 5);
    f.run();
    CHECK(f.ear.counts["dropped.link_down"] == 5 - f.wall.arrivals.size());
    return f.arrived_numbers();
  };
  CHECK(survivors(last_bit, first_bit + 2 * slot) == List{1, 3, 4, 5});
  CHECK(survivors(last_bit - 1, first_bit + 2 * slot) == List{3, 4, 5});
  CHECK(survivors(last_bit, first_bit + 2 * slot + 1) == List{1, 4, 5});
  CHECK(survivors(last_bit, first_bit + slot) == List{1, 2, 3, 4, 5});
}

TEST_CASE("a link that flaps is down in each period") {
  FaultSpec down{"down", "window", "drop", Fault::Frames::all};
  down.numbers = {{"from", 10e6}, {"length", 1e6}, {"period", 5e6}};
  Faulty f({down});
  const auto send_at = [&](Ps t, std::uint32_t psn) {
    f.timeline.run_until(t);
    f.send(f.roce(psn));
  };
  send_at(9'800'000, 1);
  send_at(10'500'000, 2);
  send_at(11'500'000, 3);
  send_at(14'800'000, 4);
  send_at(15'500'000, 5);
  send_at(16'500'000, 6);
  f.run();
  CHECK(f.arrived_numbers() == List{1, 3, 4, 6});
}

TEST_CASE("duplicates follow close behind, counted") {
  FaultSpec twice{"dup", "exact", "duplicate", Fault::Frames::data, {{"copies", 2}}};
  twice.hits = {{2, 1}};
  Faulty f({twice});
  f.send_numbered(1, 2);
  f.run();
  CHECK(f.arrived_numbers() == List{1, 2, 2, 2});
  const auto& a = f.wall.arrivals;
  CHECK(a[2].first_bit - a[1].first_bit == 1124 * 80);
  CHECK(a[3].last_bit - a[3].first_bit == 1104 * 80);
  CHECK(f.ear.counts["duplicated"] == 2);
}

TEST_CASE("a delayed frame is overtaken: reordering") {
  FaultSpec late{"late", "exact", "delay", Fault::Frames::data, {{"by", 250e3}}};
  late.hits = {{2, 1}};
  Faulty f({late});
  f.send_numbered(1, 6);
  f.run();
  CHECK(f.arrived_numbers() == List{1, 3, 4, 2, 5, 6});
  CHECK(f.wall.arrivals[3].first_bit == 640 + 1124 * 80 + 10'000 + 250'000);
  CHECK(f.ear.counts["delayed"] == 1);
}

TEST_CASE("jitter stays in its range, kept in order unless told otherwise") {
  for (const bool keep : {true, false}) {
    FaultSpec slow{"slow", "always", "delay", Fault::Frames::all};
    slow.numbers = {{"by", 1e6}, {"jitter", 500e3}, {"keep_order", keep ? 1. : 0.}};
    Faulty f({slow});
    f.send_numbered(0, 999);
    f.run();
    const auto numbers = f.arrived_numbers();
    CHECK(std::is_sorted(numbers.begin(), numbers.end()) == keep);
    Ps least = never, most = 0;
    for (const Arrival& a : f.wall.arrivals) {
      const Ps extra = a.first_bit - (640 + Ps{find_sequence(*a.packet)->number} * 1124 * 80 + 10'000);
      least = std::min(least, extra);
      most = std::max(most, extra);
    }
    CHECK(least >= 1'000'000);
    if (!keep) CHECK(least < 1'020'000);
    CHECK(most > 1'450'000);
    if (!keep) CHECK(most <= 1'500'000);
  }
}

TEST_CASE("adding a fault does not shift the draws of another") {
  const FaultSpec loss{"loss", "bernoulli", "drop", Fault::Frames::data, {{"share", 0.1}}};
  FaultSpec list{"list", "exact", "drop"};
  list.hits = {{3, 1}, {50, 1}};
  Faulty alone({loss}), together({list, loss});
  alone.send_numbered(0, 999);
  together.send_numbered(0, 999);
  alone.run();
  together.run();
  List expected = alone.arrived_numbers();
  const auto gone = [](std::uint32_t n) { return n == 3 || n == 50; };
  expected.erase(std::remove_if(expected.begin(), expected.end(), gone), expected.end());
  CHECK(together.arrived_numbers() == expected);
}

TEST_CASE("the first fault to drop a frame stands as the cause") {
  Faulty f({{"a", "every_nth", "drop", Fault::Frames::all, {{"n", 1}}}, {"b", "always", "drop", Fault::Frames::all}});
  f.send_numbered(1, 3);
  f.run();
  CHECK(f.ear.counts["dropped"] == 3);
  CHECK(f.ear.counts["dropped.every_nth"] == 3);
}

TEST_CASE("the same seed and name lose the same frames, another seed or name others") {
  const auto run = [](std::string name, std::uint64_t seed) {
    Faulty f({{std::move(name), "bernoulli", "drop", Fault::Frames::data, {{"share", 0.1}}}}, seed);
    f.send_numbered(0, 499);
    f.run();
    return f.arrived_numbers();
  };
  CHECK(run("a", 1) == run("a", 1));
  CHECK(run("a", 1) != run("a", 2));
  CHECK(run("a", 1) != run("b", 1));
}

TEST_CASE("faults that are held back let all pass and count from their start") {
  FaultSpec down{"down", "window", "drop", Fault::Frames::all, {{"from", 0}, {"length", 1e6}}};
  Faulty f({{"nth", "every_nth", "drop", Fault::Frames::data, {{"n", 2}}}, down});
  f.link.hold_faults();
  f.send_numbered(1, 3);
  f.run();
  f.timeline.run_until(50_us);
  f.link.start_faults();
  f.send_numbered(4, 4);
  f.timeline.run_until(60_us);
  f.send_numbered(5, 7);
  f.run();
  CHECK(f.arrived_numbers() == List{1, 2, 3, 6});
  CHECK(f.ear.counts["dropped.link_down"] == 1);
  CHECK(f.ear.counts["dropped.every_nth"] == 2);
}

TEST_CASE("a fault that nobody knows, or out of range, is an error that names it") {
  PacketPool pool;
  const auto message = [&](FaultSpec spec) {
    try {
      make_fault(spec, 1, pool);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  CHECK_THAT(message({"x", "bernouli"}), Contains("bernouli"));
  CHECK_THAT(message({"x", "bernoulli", "dorp"}), Contains("dorp"));
  CHECK_THAT(message({"x", "bernoulli", "drop", Fault::Frames::all, {{"sahre", 0.1}}}), Contains("sahre"));
  CHECK_THAT(message({"x", "bernoulli", "drop", Fault::Frames::all, {{"share", 1.5}}}), Contains("share"));
  CHECK_THAT(message({"x", "every_nth", "drop", Fault::Frames::all, {{"n", 0}}}), Contains("'n'"));
  CHECK(message({"x"}) == "no error");
  for (const TriggerKind* kind : trigger_kinds()) {
    for (const Parameter& p : kind->parameters) CHECK((p.lowest <= p.preset && p.preset <= p.highest));
  }
}
