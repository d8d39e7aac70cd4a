#include <algorithm>

#include "support/catch.h"
#include "waves/replay/replay_sink.h"
#include "waves/story.h"
#include "waves/two_ports.h"

using namespace rocelab;
using test::fates;
using test::TwoPorts;
using waves::Replay;

TEST_CASE("of a part of a run the replay has the frames that leave in it and counts no others") {
  TwoPorts bench(2, {waves::Level::full, {2000, false}, {3000, false}});
  for (Ps t = 1000; t < 4000; t += 250) {
    const PacketPtr packet = bench.frame(100 + static_cast<std::uint32_t>(t));
    bench.sent(packet, t);
    bench.arrives(packet, t + 100);
  }
  const Replay replay = bench.over();
  REQUIRE(replay.frames.size() == 2);
  CHECK(replay.frames[0].first_bit == 2000);
  CHECK(replay.frames[1].last == 2360);
  CHECK(replay.frames_seen == 5);  // 2000 to 3000: both ends are in it
  CHECK(replay.frames_until == 2500);
}

TEST_CASE("a part that begins after t0 has nothing until t0 has come") {
  TwoPorts bench(100, {waves::Level::full, {500, true}, {900, true}});
  const auto pass = [&](Ps t) {
    const PacketPtr packet = bench.frame(100 + static_cast<std::uint32_t>(t));
    bench.sent(packet, t);
    bench.arrives(packet, t + 100);
  };
  pass(600);
  bench.journeys.t0(1000);
  for (const Ps t : {1400, 1600, 2000}) pass(t);
  const Replay replay = bench.over();
  REQUIRE(replay.frames.size() == 1);
  CHECK(replay.frames[0].first_bit == 1600);
}

TEST_CASE("a frame from before the recorded part that is dropped inside takes nobody else's place") {
  TwoPorts bench(100, {waves::Level::full, {2000, false}, {3000, false}});
  const PacketPtr before = bench.frame(100), stuck = bench.frame(101);
  bench.sent(before, 1900);
  bench.sent(stuck, 2100);
  bench.dropped(before, 2200);  // in a switch
  CHECK(fates(bench.over()) == std::vector<Replay::Fate>{Replay::Fate::under_way});
}

TEST_CASE("a frame from before the recorded part is not taken for its like inside") {
  TwoPorts bench(100, {waves::Level::full, {2000, false}, {3000, false}});
  const PacketPtr one = bench.frame(100), another = bench.frame(100);  // alike to the octet, as CNPs are
  bench.sent(one, 1900);
  bench.sent(another, 2100);
  bench.arrives(one, 2400);
  bench.arrives(another, 2600);
  const Replay replay = bench.over();
  CHECK(fates(replay) == std::vector<Replay::Fate>{Replay::Fate::arrived});
  CHECK(replay.frames[0].last == 2610);
}

TEST_CASE("what is dropped behind the recorded part does not make a recorded frame lost") {
  TwoPorts bench(100, {waves::Level::full, {2000, false}, {3000, false}});
  const PacketPtr stuck = bench.frame(100), behind = bench.frame(101);
  bench.sent(stuck, 2500);
  bench.sent(behind, 3500);
  bench.dropped(behind, 3600);
  CHECK(fates(bench.over()) == std::vector<Replay::Fate>{Replay::Fate::under_way});
}

TEST_CASE("the replay of a part has busy times that are cut to it") {
  const test::Story story;
  waves::ReplaySink whole(story.roster);
  story.tell({&whole});
  REQUIRE_FALSE(whole.replay().window);
  const Ps end = whole.replay().end, from = end / 2, to = end / 4 * 3;
  waves::ReplaySink part(story.roster, {waves::Level::full, {from, false}, {to, false}});
  story.tell({&part});
  CHECK(part.replay().window == std::pair<Ps, Ps>{from, to});
  const auto covered = [](const Replay& replay, Ps begin, Ps until) {
    Ps sum = 0;
    for (const Replay::Busy& b : replay.busy)
      for (const auto& [first, last] : b.spans)
        sum += std::max(std::min(last, until), begin) - std::min(std::max(first, begin), until);
    return sum;
  };
  CHECK(covered(part.replay(), 0, end) == covered(whole.replay(), from, to));
  CHECK(covered(part.replay(), 0, end) > 0);
}

TEST_CASE("a curve of a part comes in with the value that it had and ends with the part") {
  const test::Story story;
  waves::ReplaySink sink(story.roster, {waves::Level::full, {1000, false}, {2000, false}});
  const SignalId cwnd{0};
  sink.on_declare(cwnd, SignalDecl{"tcp.local.tcp", "cwnd", SignalDecl::Kind::bits, 32, {}, Unit::cpu});
  for (const auto& [t, value] : {std::pair<Ps, std::uint64_t>{400, 9}, {800, 10}, {1500, 20}, {2500, 99}})
    sink.on_change({cwnd, value, t}, t);
  sink.on_finish(3000);
  REQUIRE(sink.replay().series.size() == 1);
  const std::vector<Replay::Point>& points = sink.replay().series[0].points;
  REQUIRE(points.size() == 2);
  CHECK(points[0].slot_begin == 1000);
  CHECK(points[0].last == 10);
  CHECK(points[1].slot_begin == 1500);
  CHECK(points[1].last == 20);
}
