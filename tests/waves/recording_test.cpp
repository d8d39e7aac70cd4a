#include "waves/recording/recording.h"

#include <algorithm>

#include "support/catch.h"
#include "support/shell.h"
#include "tlm/probe.h"
#include "waves/gtkwave/gtkw_sink.h"
#include "waves/pcapng/capture_sink.h"
#include "waves/pcapng_reader.h"
#include "waves/perfetto/timeline_sink.h"
#include "waves/recorder.h"
#include "waves/story.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/check/vcd_check.h"
#include "waves/vcd/vcd_dump.h"
#include "waves/vcd_values.h"

using namespace rocelab;
using namespace rocelab::test;
using Lines = std::vector<std::string>;

namespace {

constexpr waves::Level full = waves::Level::full;

/// From 1 us to 4 us after t0: in the midst of both paths.
const waves::Recording middle{full, {1'000'000, true}, {4'000'000, true}};
constexpr Ps middle_begin = Story::t0 + 1'000'000, middle_end = Story::t0 + 4'000'000;

void trace(const std::filesystem::path& file, const waves::Recording& recording) {
  const Story story;
  waves::TraceSink sink(story.roster, std::make_unique<waves::VcdDump>(file), story_narrator(), recording);
  story.tell({&sink});
}

/// What a trace tells of two numbers of which one moves every 10 ps.
Lines told(const waves::Recording& recording, Ps t0, Ps end) {
  Roster roster;
  roster.add(Roster::Lane{"tcp"});
  Lines lines;
  waves::TraceSink sink(roster, std::make_unique<Recorder>(lines), std::make_unique<PlainNarrator>(), recording);
  Timeline timeline;
  Probe probe(timeline);
  probe.attach(sink);
  const SignalId still = probe.declare({"tcp", "still", SignalDecl::Kind::bits, 8});
  const SignalId count = probe.declare({"tcp", "count", SignalDecl::Kind::bits, 8});
  probe.start();
  timeline.at(5, [&] { probe.change(still, 7); });
  timeline.at(t0 / 2, [&] { probe.t0(t0); });
  for (Ps t = 10; t <= 60; t += 10) timeline.at(t, [&, t] { probe.change(count, static_cast<std::uint64_t>(t / 10)); });
  timeline.run_until(end);
  probe.finish();
  lines.erase(std::remove_if(lines.begin(), lines.end(),
                             [](const std::string& line) { return line.find("lesson") != std::string::npos; }),
              lines.end());
  return lines;
}

}  // namespace

TEST_CASE("a recording begins with the value that each row has then, and ends when it is told to") {
  CHECK(told({full, {25, false}, {40, false}}, 0, 100) ==
        Lines{"25 begin", "25 tcp.still=7", "25 tcp.count=2", "30 tcp.count=3", "40 tcp.count=4", "40 end"});
}

TEST_CASE("a recording may count from t0") {
  CHECK(told({full, {0, true}, {10, true}}, 35, 100) ==
        Lines{"35 begin", "35 tcp.still=7", "35 tcp.count=3", "40 tcp.count=4", "45 end"});
}

TEST_CASE("a recording may begin before t0 for as long as t0 is known ahead") {
  CHECK(told({full, {-10, true}, {10, true}}, 35, 100) ==
        Lines{"25 begin", "25 tcp.still=7", "25 tcp.count=2", "30 tcp.count=3", "40 tcp.count=4", "45 end"});
}

TEST_CASE("a change at the very beginning of a recording is in it") {
  CHECK(told({full, {30, false}, {35, false}}, 0, 100) ==
        Lines{"30 begin", "30 tcp.still=7", "30 tcp.count=2", "30 tcp.count=3", "35 end"});
}

TEST_CASE("a recording that lies behind the run holds its last state") {
  CHECK(told({full, {500, false}, {600, false}}, 0, 55) ==
        Lines{"55 begin", "55 tcp.still=7", "55 tcp.count=5", "55 end"});
}

TEST_CASE("a recorded part of a trace says what the whole says of that time") {
  const Scratch scratch;
  trace(scratch.path() / "whole.vcd", {});
  trace(scratch.path() / "part.vcd", middle);
  const VcdValues whole = read_vcd(scratch.path() / "whole.vcd");
  const VcdValues part = read_vcd(scratch.path() / "part.vcd");
  CHECK(waves::check_vcd(scratch.path() / "part.vcd", waves::VcdRules::own) == Lines{});
  CHECK(part.first == middle_begin);
  CHECK(part.last == middle_end);
  REQUIRE(part.rows.size() == whole.rows.size());
  for (const auto& [name, row] : whole.rows) {
    INFO(name);
    const auto& recorded = part.rows.at(name);
    CHECK(VcdValues::at(recorded, middle_begin) == VcdValues::at(row, middle_begin));
    const VcdValues::Row behind(row.upper_bound(middle_begin), row.upper_bound(middle_end));
    CHECK(VcdValues::Row(recorded.upper_bound(middle_begin), recorded.end()) == behind);
  }
}

TEST_CASE("each level holds the rows of the one before it and more") {
  const Scratch scratch;
  const auto rows = [&](waves::Level level) {
    trace(scratch.path() / "t.vcd", {level, {0, false}, {never, false}});
    std::vector<std::string> names;
    for (const auto& [name, row] : read_vcd(scratch.path() / "t.vcd").rows) names.push_back(name);
    return names;
  };
  const auto lesson = rows(waves::Level::lesson), states = rows(waves::Level::states), all = rows(full);
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::binary_search(names.begin(), names.end(), name);
  };
  CHECK(std::includes(states.begin(), states.end(), lesson.begin(), lesson.end()));
  CHECK(std::includes(all.begin(), all.end(), states.begin(), states.end()));
  CHECK(has(lesson, "tcp.lesson[15:0]"));
  CHECK(std::any_of(lesson.begin(), lesson.end(), [](auto& n) { return n.find("stage1") != std::string::npos; }));
  CHECK_FALSE(has(lesson, "tcp.local.core0[3:0]"));
  CHECK(has(states, "tcp.local.core0[3:0]"));
  CHECK_FALSE(has(states, "tcp.local.port0.tx"));
  CHECK(has(all, "tcp.local.port0.tx"));
}

TEST_CASE("a capture holds the frames of the recorded time, and the moments of that time alone") {
  const Scratch scratch;
  const Story story;
  const auto capture = [&](const char* name, const waves::Recording& recording) {
    waves::CaptureSink sink(story.roster, scratch.path() / name, story_narrator(), recording);
    story.tell({&sink});
    return PcapngReader(scratch.path() / name).read();
  };
  const Capture whole = capture("whole.pcapng", {}), part = capture("part.pcapng", middle);
  std::vector<std::string> expected, held;
  for (const auto& frame : whole.frames) {
    if (frame.t_ns >= middle_begin / 1000 && frame.t_ns <= middle_end / 1000) expected.push_back(frame.octets);
  }
  std::string comments;
  for (const auto& frame : part.frames) {
    held.push_back(frame.octets);
    for (const auto& comment : frame.comments) comments += comment + "\n";
  }
  CHECK(expected.size() > 4);
  CHECK(held == expected);
  CHECK(part.interfaces == whole.interfaces);
  CHECK_THAT(comments, Contains("frame on wire, psn 100"));
  CHECK_THAT(comments, !Contains("connected"));
  CHECK_THAT(comments, !Contains("write called"));
}

TEST_CASE("a timeline holds what reaches into the recorded time, and where the counters stood") {
  const Scratch scratch;
  const Story story;
  const auto timeline = [&](const waves::Recording& recording) {
    waves::TimelineSink sink(story.roster, scratch.path() / "t.json", story_narrator(), recording);
    story.tell({&sink});
    return text_of(scratch.path() / "t.json");
  };
  const std::string whole = timeline({}), part = timeline(middle);
  CHECK(part.size() < whole.size());
  CHECK_THAT(whole, Contains("connected"));
  CHECK_THAT(part, !Contains("connected"));
  CHECK_THAT(part, Contains("\"ph\":\"C\"") && Contains("\"ts\":21.000000"));
  CHECK_THAT(timeline({waves::Level::lesson, {0, false}, {never, false}}), !Contains("\"ph\":\"C\""));
}

TEST_CASE("a view of a recorded part shows that part and the markers in it and its legend has them all") {
  const Scratch scratch;
  const Story story;
  waves::GtkwSink sink(story.roster, scratch.path(), story_narrator(), "trace.fst", middle);
  story.tell({&sink});
  const std::string text = text_of(scratch.path() / "trace.gtkw");
  CHECK_THAT(text, Contains("[dumpfile] \"trace.fst\""));
  CHECK_THAT(text, Contains("[timestart] " + std::to_string(middle_begin)));
  CHECK_THAT(text, !Contains("[markername] A"));
  CHECK_THAT(text, Contains("[markername] "));
  CHECK_THAT(text, Contains("-A 7.000 us"));
}
