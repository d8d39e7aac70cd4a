#include "waves/gtkwave/gtkw_sink.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include "support/catch.h"
#include "support/shell.h"
#include "tlm/probe.h"
#include "waves/gtkwave/filters.h"
#include "waves/gtkwave/layout.h"
#include "waves/gtkwave/palette.h"
#include "waves/story.h"

using namespace rocelab;
using waves::Line;
using waves::Row;

namespace {

/// The save file of the story.
std::string view_of_story(const test::Scratch& scratch) {
  const test::Story story;
  waves::GtkwSink sink(story.roster, scratch.path(), test::story_narrator());
  story.tell({&sink});
  return test::text_of(scratch.path() / "trace.gtkw");
}

/// Everything between one group's title and its end.
std::string group(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find("\n-" + title + "\n");
  const std::size_t end = text.find("\n-" + title + "\n", begin + 1);
  REQUIRE(end != std::string::npos);
  return text.substr(begin, end - begin);
}

/// The aliases of a text in their order.
std::vector<std::string> aliases(const std::string& text) {
  std::vector<std::string> found;
  static const std::regex alias("\\+\\{([^}]*)\\}");
  for (std::sregex_iterator it(text.begin(), text.end(), alias), end; it != end; ++it) found.push_back((*it)[1]);
  return found;
}

}  // namespace

TEST_CASE("the view tells the TCP path in the lesson's order, on the hosts that the data passes") {
  const test::Scratch scratch;
  const auto rows = aliases(group(view_of_story(scratch), "TCP path"));
  const std::vector<std::string> first(rows.begin(), rows.begin() + 11);
  CHECK(first == std::vector<std::string>{"1 syscall write  @local", "2 copy to kernel  @local",
                                          "3 kernel stack  @local", "4 NIC sends  @local", "wire  @network",
                                          "switch  @network", "5 DMA to kernel  @peer", "6 interrupt  @peer",
                                          "7 peer stack  @peer", "8 copy to user  @peer", "9 read returns  @peer"});
}

TEST_CASE("the view tells the RDMA path as it went") {
  const test::Scratch scratch;
  const auto rows = aliases(group(view_of_story(scratch), "RDMA path"));
  const std::vector<std::string> first(rows.begin(), rows.begin() + 9);
  CHECK(first == std::vector<std::string>{"post  @local", "doorbell  @local", "wqe fetch  @local", "dma read  @local",
                                          "wire  @network", "switch  @network", "dma write  @peer", "ack  @peer",
                                          "cqe  @local"});
}

TEST_CASE("the ACK's way back lies in a closed group") {
  const test::Scratch scratch;
  const std::string text = view_of_story(scratch);
  CHECK_THAT(text, Contains("@c00200\n-tcp: way back and set-up"));
  const auto rows = aliases(group(text, "tcp: way back and set-up"));
  CHECK(std::count(rows.begin(), rows.end(), "4 NIC sends  @peer") == 1);
}

TEST_CASE("a core that rests while its peer works is shown") {
  const test::Scratch scratch;
  const auto rows = aliases(group(view_of_story(scratch), "RDMA path"));
  CHECK(std::count(rows.begin(), rows.end(), "core0  @peer") == 1);
}

TEST_CASE("the window shows the story and a little before and behind it") {
  const test::Scratch scratch;
  const std::string text = view_of_story(scratch);
  std::smatch zoom, start;
  REQUIRE(std::regex_search(text, zoom, std::regex("\n\\*(-[0-9.]+) ")));
  REQUIRE(std::regex_search(text, start, std::regex("\n\\[timestart\\] ([0-9]+)")));
  const double begin = std::stod(start[1]);
  const double end = begin + std::exp2(-std::stod(zoom[1])) * waves::wave_pixels / 200;
  CHECK(begin < test::Story::t0);
  CHECK(begin > test::Story::t0 - 1'500'000);
  CHECK(end > test::Story::tcp_end);
  CHECK(end < test::Story::tcp_end + 1'500'000);
}

TEST_CASE("all paths in the view are relative and every filter that it names is there") {
  const test::Scratch scratch;
  const std::string text = view_of_story(scratch);
  CHECK_THAT(text, Contains("[dumpfile] \"trace.vcd\"\n[savefile] \"trace.gtkw\""));
  CHECK_THAT(text, !Contains(scratch.path().string()));
  static const std::regex filter("\n\\^[0-9]+ (.*)");
  std::size_t filters = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), filter), end; it != end; ++it, ++filters) {
    CHECK(std::filesystem::exists(scratch.path() / (*it)[1].str()));
  }
  CHECK(filters > 20);
}

TEST_CASE("a view that cannot be written is an error that names the file") {
  const test::Story story;
  waves::GtkwSink sink(story.roster, "/nowhere/at/all", test::story_narrator());
  CHECK_THROWS_WITH(story.tell({&sink}), Contains("/nowhere/at/all/trace.gtkw: cannot create"));
}

TEST_CASE("a filter's keys are what GTKWave shows, a resting row keeps its base line only") {
  const test::Scratch scratch;
  waves::Filters filters;
  Row core{Row::Role::signal, "tcp.local", "core0", SignalDecl::Kind::state, 5};
  core.unit = Unit::cpu;
  const std::string name = filters.file_for(core, {"idle", "user", "system_call"});
  CHECK(name == "core0.txt");
  CHECK(filters.file_for(core, {"idle", "user", "system_call"}) == name);
  CHECK(filters.file_for(core, {"idle"}) == "core0_2.txt");
  filters.write(scratch.path());
  core.words = {};
  CHECK(test::text_of(scratch.path() / "filters/core0.txt") ==
        "00 ?black?\n01 ?firebrick?user\n02 ?firebrick?system call\n");
}

TEST_CASE("units and books are told apart by colour") {
  Row row{Row::Role::signal, "tcp.local", "core0", SignalDecl::Kind::state, 4, {"idle", "copy", "interrupt", "ERR"},
          Unit::cpu};
  CHECK(waves::box_colour(row, 0) == "black");
  CHECK(waves::box_colour(row, 1) == "firebrick");
  CHECK(waves::box_colour(row, 2) == "magenta4");
  CHECK(waves::box_colour(row, 3) == "red");
  CHECK(waves::line_colour(row) == 1);
  row.unit = Unit::nic;
  CHECK(waves::line_colour(row) == 4);
  row.unit = Unit::wire;
  CHECK(waves::line_colour(row) == 5);
  row.role = Row::Role::lesson;
  CHECK(waves::line_colour(row) == 7);
}

TEST_CASE("what a kernel remembers is not red: red boxes are counted as CPU") {
  const Row timer{Row::Role::signal,      "tcp.local", "timer", SignalDecl::Kind::state, 4,
                  {"none", "tail_probe"}, Unit::cpu};
  CHECK(waves::box_colour(timer, 1) == "gray30");
  const Row stage{Row::Role::stage,      "tcp.local", "stage6", SignalDecl::Kind::state, 2,
                  {"idle", "INTERRUPT"}, Unit::cpu};
  CHECK(waves::box_colour(stage, 1) == "firebrick");
}

TEST_CASE("a marker bears its words where its neighbours leave room, else its letter") {
  const waves::Axis axis{0, 1000, 1000};
  const waves::Markers markers{{'A', {100, "far from others", ""}},
                               {'B', {400, "a long text that would reach C", ""}},
                               {'C', {440, "short", ""}},
                               {'D', {995, "at the edge", ""}},
                               {'E', {5, "before A", ""}}};
  const auto labels = marker_labels(markers, axis);
  CHECK(labels ==
        std::map<char, std::string>{{'A', "A far from others"}, {'B', "B"}, {'C', "C short"}, {'D', "D"}, {'E', "E"}});
}

TEST_CASE("a number that changes often is drawn as a curve") {
  Roster roster;
  roster.add(Roster::Host{roster.add(Roster::Lane{"tcp"}), "local"});
  waves::Rows rows(roster);
  rows.declare(SignalId{0}, {"tcp.local", "cwnd", SignalDecl::Kind::bits, 32});
  rows.declare(SignalId{1}, {"tcp.local", "calm", SignalDecl::Kind::bits, 32});
  rows.declare(SignalId{2}, {"tcp.local", "never", SignalDecl::Kind::bits, 32});
  rows.settle();
  waves::Activity activity(rows);
  for (Ps t = 0; t < 100; ++t) activity.saw(0, t);
  activity.saw(1, 5);
  const waves::Lines lines = lay_out(rows, activity, {});
  REQUIRE(lines.size() == 4);
  CHECK(lines[1].kind == Line::Kind::curve);
  CHECK(lines[1].text == "cwnd  @local");
  CHECK(lines[2].kind == Line::Kind::row);
  CHECK(lay_out(rows, activity, {}, 0.1)[1].kind == Line::Kind::row);  // ten of its changes are in the view
}

TEST_CASE("a long run opens on twice the time of which the letters tell") {
  const test::Scratch scratch;
  Roster roster;
  const LaneId lane = roster.add(Roster::Lane{"tcp"});
  waves::GtkwSink sink(roster, scratch.path(), test::story_narrator());
  Timeline timeline;
  Probe probe(timeline);
  probe.attach(sink);
  probe.start();
  const MomentKind first{"tcp.write_called"};
  timeline.at(1'000'000, [&] { probe.window(lane, true); });
  timeline.at(1'500'000, [&] { probe.moment(first, Tag{lane}); });
  timeline.at(90'000'000, [&] { probe.window(lane, false); });
  timeline.run_until(99'000'000);
  probe.finish();
  const std::string text = test::text_of(scratch.path() / "trace.gtkw");
  std::smatch zoom, start;
  REQUIRE(std::regex_search(text, zoom, std::regex("\n\\*(-[0-9.]+) ")));
  REQUIRE(std::regex_search(text, start, std::regex("\n\\[timestart\\] ([0-9]+)")));
  const double end = std::stod(start[1]) + std::exp2(-std::stod(zoom[1])) * waves::wave_pixels / 200;
  CHECK(end > 2'000'000);
  CHECK(end < 2'100'000);
}

TEST_CASE("only what happens inside a lane's window counts for its place in the view") {
  Roster roster;
  const LaneId lane = roster.add(Roster::Lane{"rdma"});
  waves::Rows rows(roster);
  rows.declare(SignalId{0}, {"rdma.x", "s", SignalDecl::Kind::bits, 8});
  rows.settle();
  waves::Activity activity(rows);
  activity.saw(0, 5);
  CHECK(activity[0].changes == 1);
  activity.window({lane, true, 10});
  CHECK(activity[0].first == 5);
  CHECK(activity[0].first_in_window == never);
  CHECK(activity[0].changes == 0);
  activity.saw(0, 20);
  activity.window({lane, false, 30});
  activity.saw(0, 40);
  CHECK(activity[0].first_in_window == 20);
  CHECK(activity[0].changes == 1);
  CHECK(activity.window_open() == 10);
  waves::Activity together(rows);
  together.saw(0, 10);
  together.window({lane, true, 10});
  CHECK(together[0].first_in_window == 10);
  CHECK(activity.window_close(50) == 30);
}

TEST_CASE("of a closed group only the title takes room") {
  using Kind = Line::Kind;
  CHECK(waves::visible({{Kind::open_group, "a"},
                        {Kind::row, "b", 0},
                        {Kind::closed_group, "c"},
                        {Kind::row, "d", 0},
                        {Kind::end_group, "c"},
                        {Kind::curve, "e", 0},
                        {Kind::end_group, "a"}}) == 7);
}
