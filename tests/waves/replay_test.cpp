#include "waves/replay/replay_sink.h"

#include <set>

#include "support/catch.h"
#include "waves/story.h"
#include "waves/two_ports.h"

using namespace rocelab;
using test::fates;
using test::TwoPorts;
using waves::Replay;

namespace {

using Spans = std::vector<std::pair<Ps, Ps>>;

}  // namespace

TEST_CASE("busy times are joined where they touch or overlap and come in order") {
  waves::BusyTimes times;
  CHECK(times.add(10, 20));
  CHECK_FALSE(times.add(15, 18));  // inside
  CHECK_FALSE(times.add(20, 25));  // touches
  CHECK_FALSE(times.add(30, 30));  // nothing
  CHECK(times.add(40, 50));
  CHECK(times.add(5, 12));  // late, and over the first
  CHECK(times.joined() == Spans{{5, 25}, {40, 50}});
}

TEST_CASE("a long series is thinned to so many points and keeps its peak") {
  waves::Envelope envelope(8);
  for (Ps t = 0; t < 1000; ++t) envelope.add(t, t == 777 ? 99 : 1);
  CHECK(envelope.points().size() <= 8);
  CHECK(envelope.slot() == 128);
  std::uint64_t highest = 0;
  for (const Replay::Point& p : envelope.points()) {
    CHECK(p.slot_begin % envelope.slot() == 0);
    CHECK(p.lowest == 1);
    CHECK(p.last == 1);
    if (p.highest > highest) highest = p.highest;
    if (p.highest == 99) CHECK(p.slot_begin == 768);
  }
  CHECK(highest == 99);
}

TEST_CASE("a short series keeps every value at its picosecond") {
  waves::Envelope envelope(8);
  envelope.add(3, 7);
  envelope.add(11, 5);
  REQUIRE(envelope.points().size() == 2);
  CHECK(envelope.slot() == 1);
  CHECK(envelope.points()[1].slot_begin == 11);
  CHECK(envelope.points()[1].last == 5);
}

TEST_CASE("a frame's journey goes from its first bit out to its last bit in") {
  TwoPorts bench;
  const PacketPtr packet = bench.frame(100);
  bench.sent(packet, 1000);
  bench.arrives(packet, 1500);
  const Replay replay = bench.over();
  REQUIRE(replay.frames.size() == 1);
  const Replay::Frame& f = replay.frames[0];
  CHECK(f.from == 0);
  CHECK(f.to == 1);
  CHECK(f.first_bit == 1000);
  CHECK(f.line_time == 10);
  CHECK(f.last == 1510);
  CHECK(f.payload == 60);
  CHECK(f.fate == Replay::Fate::arrived);
  CHECK(replay.frames_seen == 1);
  CHECK_FALSE(replay.frames_until);
}

TEST_CASE("a frame dropped in the network is the first that does not arrive, and one not dropped is under way") {
  TwoPorts bench;
  const PacketPtr first = bench.frame(100), lost = bench.frame(101), late = bench.frame(102);
  bench.sent(first, 1000);
  bench.sent(lost, 1010);
  bench.dropped(lost, 1300);
  bench.arrives(first, 1500);
  bench.sent(late, 2000);
  CHECK(fates(bench.over()) ==
        std::vector<Replay::Fate>{Replay::Fate::arrived, Replay::Fate::lost, Replay::Fate::under_way});
}

TEST_CASE("a drop in the network while another frame of the flow leaves is not that frame's") {
  TwoPorts bench;
  const PacketPtr lost = bench.frame(100), leaving = bench.frame(101);
  bench.sent(lost, 1000);
  bench.sent(leaving, 1300);
  bench.dropped(lost, 1305);
  bench.arrives(leaving, 1800);
  CHECK(fates(bench.over()) == std::vector<Replay::Fate>{Replay::Fate::lost, Replay::Fate::arrived});
}

TEST_CASE("frames that wait in the network for ever are not lost") {
  TwoPorts bench;
  bench.sent(bench.frame(100), 1000);
  bench.sent(bench.frame(101), 1010);
  CHECK(fates(bench.over()) == std::vector<Replay::Fate>{Replay::Fate::under_way, Replay::Fate::under_way});
}

TEST_CASE("a frame that its cable drops is lost even if its like arrives later") {
  TwoPorts bench;
  const PacketPtr probe = bench.frame(100, 2), resend = bench.frame(100, 2);
  bench.sent(probe, 1000);
  bench.dropped(probe, 1000);
  bench.sent(resend, 5000);
  bench.arrives(resend, 5500);
  const Replay replay = bench.over();
  CHECK(fates(replay) == std::vector<Replay::Fate>{Replay::Fate::lost, Replay::Fate::arrived});
  CHECK(replay.frames[1].last == 5510);
}

TEST_CASE("a frame that its receiver has no room for was dropped there and for that reason") {
  TwoPorts bench;
  const PacketPtr lost = bench.frame(100), first = bench.frame(101), refused = bench.frame(102);
  bench.sent(lost, 1000);
  bench.sent(first, 1010);
  bench.sent(refused, 1020);
  bench.arrives(first, 1510);
  bench.arrives(refused, 1520);
  bench.no_room(refused, 1530);
  const Replay replay = bench.over();
  CHECK(fates(replay) ==
        std::vector<Replay::Fate>{Replay::Fate::under_way, Replay::Fate::arrived, Replay::Fate::no_room});
  CHECK(replay.frames[2].to == 1);
  CHECK(replay.frames[2].last == 1530);
  CHECK(replay.frames[2].cause == "rx_buffer");
}

TEST_CASE("a resend is another frame than the one it repeats") {
  TwoPorts bench;
  const PacketPtr lost = bench.frame(100), again = bench.frame(100, 2);
  bench.sent(lost, 1000);
  bench.dropped(lost, 1200);
  bench.sent(again, 5000);
  bench.arrives(again, 5500);
  const Replay replay = bench.over();
  CHECK(fates(replay) == std::vector<Replay::Fate>{Replay::Fate::lost, Replay::Fate::arrived});
  CHECK(replay.frames[1].transmission == 2);
}

TEST_CASE("a damaged frame is the next of its length behind the last that arrived") {
  TwoPorts bench;
  const PacketPtr a = bench.frame(100), lost = bench.frame(100, 2), b = bench.frame(120), c = bench.frame(120);
  bench.sent(lost, 1000);
  bench.dropped(lost, 1000);
  bench.sent(a, 1010);
  bench.sent(b, 1020);
  bench.sent(c, 1030);
  bench.arrives(a, 1510);
  const PacketPtr hurt = bench.pool.clone(*b);
  hurt->fcs_bad = true;
  bench.arrives(hurt, 1520);
  bench.arrives(c, 1530);
  CHECK(fates(bench.over()) == std::vector<Replay::Fate>{Replay::Fate::lost, Replay::Fate::arrived,
                                                         Replay::Fate::damaged, Replay::Fate::arrived});
}

TEST_CASE("a second copy of a frame is a duplicate, no loss and no resend") {
  TwoPorts bench;
  const PacketPtr packet = bench.frame(100);
  bench.sent(packet, 1000);
  bench.arrives(packet, 1500);
  bench.arrives(packet, 1520);
  const Replay replay = bench.over();
  CHECK(fates(replay) == std::vector<Replay::Fate>{Replay::Fate::arrived, Replay::Fate::duplicate});
  CHECK(replay.frames[1].first_bit == 1000);
  CHECK(replay.frames[1].last == 1530);
}

TEST_CASE("a pause frame ends at the next port and is never lost") {
  TwoPorts bench;
  const PacketPtr pause = bench.frame(60), from_switch = bench.frame(61);
  pause->control = from_switch->control = true;
  from_switch->tag = {bench.lane, no_host, no_flow, no_message};
  bench.sent(pause, 1000);
  bench.arrives(from_switch, 2000);
  const Replay replay = bench.over();
  CHECK(fates(replay) == std::vector<Replay::Fate>{Replay::Fate::pause, Replay::Fate::pause});
  CHECK(replay.frames[0].to == -1);
  CHECK(replay.frames[1].from == -1);
  CHECK(replay.frames[1].to == 1);
}

TEST_CASE("frames beyond the limit are counted, and the replay says from when on they are missing") {
  TwoPorts bench(2);
  for (Ps t = 1000; t < 1050; t += 10) {
    const PacketPtr packet = bench.frame(100 + static_cast<std::uint32_t>(t));
    bench.sent(packet, t);
    bench.arrives(packet, t + 500);
  }
  const Replay replay = bench.over();
  CHECK(replay.frames.size() == 2);
  CHECK(replay.frames_seen == 5);
  CHECK(replay.frames_until == 1020);
}

TEST_CASE("the replay of the story has its frames, stages and hosts") {
  const test::Story story;
  waves::ReplaySink sink(story.roster);
  story.tell({&sink});
  const Replay& replay = sink.replay();
  CHECK(replay.recorded);
  CHECK(replay.hosts.size() == 4);
  CHECK(replay.frames.size() == test::Story::frames);
  for (const Replay::Frame& f : replay.frames) CHECK(f.fate == Replay::Fate::arrived);
  std::set<std::string> worked;
  for (const Replay::Busy& b : replay.busy) {
    CHECK_FALSE(b.spans.empty());
    worked.insert(b.lane + " " + b.host + " " + b.what);
  }
  CHECK(worked.count("tcp local tcp.2"));
  CHECK(worked.count("rdma peer rdma.dma_write"));
  CHECK_FALSE(replay.busy_until);
}

TEST_CASE("busy times beyond the limit end at one moment for all parts") {
  const test::Story story;
  waves::ReplaySink sink(story.roster, {1000, 5, 100});
  story.tell({&sink});
  REQUIRE(sink.replay().busy_until);
  for (const Replay::Busy& b : sink.replay().busy) {
    for (const auto& span : b.spans) CHECK(span.first < *sink.replay().busy_until);
  }
}
