#include "waves/perfetto/timeline_sink.h"

#include "support/catch.h"
#include "support/shell.h"
#include "waves/story.h"

using namespace rocelab;

namespace {

inline constexpr Stage reading{"rdma.dma_read", Unit::dma, "DMA_read"};

}  // namespace

TEST_CASE("a timeline reads to the letter as expected, overlapping work on tracks of its own") {
  Roster roster;
  const LaneId lane = roster.add(Roster::Lane{"rdma"});
  const HostId host = roster.add(Roster::Host{lane, "local"});
  const test::Scratch scratch;
  waves::TimelineSink sink(roster, scratch.path() / "t.json", test::story_narrator());
  sink.on_declare(SignalId{0}, {"rdma.local.qp17", "epsn", SignalDecl::Kind::bits, 24});
  sink.on_start();
  const Tag tag{lane, host};
  sink.on_span({&reading, tag, 1'000'000, 3'000'000, 64}, 0);
  sink.on_span({&reading, tag, 2'000'000, 4'000'001, 64}, 0);
  sink.on_span({&reading, tag, 3'000'000, 5'000'000, 64}, 0);
  sink.on_change({SignalId{0}, 7, 2'500'000}, 2'500'000);
  sink.on_finish(6'000'000);
  CHECK(test::text_of(scratch.path() / "t.json") == R"json({"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":0,"name":"process_name","args":{"name":"signals"}},
{"ph":"M","pid":0,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1,"name":"process_name","args":{"name":"rdma local"}},
{"ph":"M","pid":1,"name":"process_sort_index","args":{"sort_index":1}},
{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"rdma.dma_read"}},
{"ph":"M","pid":1,"tid":1,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"X","pid":1,"tid":1,"name":"DMA read","ts":1.000000,"dur":2.000000},
{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"rdma.dma_read (2)"}},
{"ph":"M","pid":1,"tid":2,"name":"thread_sort_index","args":{"sort_index":2}},
{"ph":"X","pid":1,"tid":2,"name":"DMA read","ts":2.000000,"dur":2.000001},
{"ph":"X","pid":1,"tid":1,"name":"DMA read","ts":3.000000,"dur":2.000000},
{"ph":"C","pid":0,"name":"rdma.local.qp17.epsn","ts":2.500000,"args":{"value":7}}
]}
)json");
}

TEST_CASE("the story's timeline is JSON in which no two slices of a track overlap") {
  if (test::shell("command -v python3 >/dev/null").status != 0) {
    WARN("python3 is not installed: the timeline was not read");
    return;
  }
  const test::Scratch scratch;
  const test::Story story;
  waves::TimelineSink sink(story.roster, scratch.path() / "t.json", test::story_narrator());
  story.tell({&sink});
  scratch.put("read.py", R"(
import json
from decimal import Decimal
tracks = {}
events = json.load(open('t.json'), parse_float=Decimal)['traceEvents']
for e in events:
    if e['ph'] == 'X': tracks.setdefault((e['pid'], e['tid']), []).append((e['ts'], e['ts'] + e['dur']))
bad = [k for k, v in tracks.items() for a, b in zip(sorted(v), sorted(v)[1:]) if b[0] < a[1]]
names = sorted(e['args']['name'] for e in events if e['name'] == 'process_name')
print(len(tracks) > 20, bad, names)
)");
  const test::Ran ran = test::shell("python3 read.py 2>&1", scratch.path());
  CHECK(ran.out == "True [] ['rdma local', 'rdma network', 'rdma peer', 'signals', 'tcp local', 'tcp network', 'tcp peer']\n");
}

TEST_CASE("texts are quoted as JSON wants it") {
  const test::Scratch scratch;
  waves::TraceEvents events(scratch.path() / "t.json");
  events.name_process(1, "a \"b\" \\ \n c");
  events.end();
  CHECK_THAT(test::text_of(scratch.path() / "t.json"), Contains(R"("name":"a \"b\" \\ \u000a c")"));
}

TEST_CASE("a timeline on a full disk is an error that names the file") {
  Roster roster;
  waves::TimelineSink sink(roster, "/dev/full", test::story_narrator());
  CHECK_THROWS_WITH(sink.on_finish(1), Contains("/dev/full: cannot write"));
}
