#include "support/gtkwave.h"
#include "support/catch.h"
#include "support/shell.h"
#include "waves/gtkwave/gtkw_sink.h"
#include "waves/story.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/check/vcd_check.h"
#include "waves/vcd/vcd_dump.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

void record(const Story& story, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  waves::TraceSink trace(story.roster, std::make_unique<waves::VcdDump>(folder / "trace.vcd"), story_narrator());
  waves::GtkwSink view(story.roster, folder, story_narrator());
  story.tell({&trace, &view});
}

}  // namespace

TEST_CASE("the waveform of the story is a strict VCD") {
  const Scratch scratch;
  record(Story{}, scratch.path());
  for (const auto& problem : waves::check_vcd(scratch.path() / "trace.vcd", waves::VcdRules::own)) FAIL_CHECK(problem);
}

TEST_CASE("GTKWave shows every row of the view, the markers, and complains about nothing") {
  if (!gtkwave_is_installed()) return;
  const Scratch scratch;
  const auto folder = scratch.path() / "run";
  record(Story{}, folder);
  const auto wanted = rows_asked_for(folder / "trace.gtkw");
  REQUIRE(wanted.size() > 30);
  const ShownByGtkwave seen = shown_by_gtkwave(folder / "trace.gtkw", folder);
  CHECK(seen.rows == wanted);
  CHECK(seen.errors == "");
  CHECK(seen.markers.size() == 17);
  CHECK(seen.markers.count("A 7000000"));
}

TEST_CASE("the view still opens, with its words, after the folder was moved and from elsewhere") {
  if (!gtkwave_is_installed()) return;
  const Scratch scratch;
  record(Story{}, scratch.path() / "run");
  std::filesystem::rename(scratch.path() / "run", scratch.path() / "moved");
  const ShownByGtkwave seen = shown_by_gtkwave("moved/trace.gtkw", scratch.path());
  CHECK(seen.rows == rows_asked_for(scratch.path() / "moved" / "trace.gtkw"));
  CHECK(seen.errors == "");
}

TEST_CASE("a view with a lost filter or a wrong row would be noticed") {
  if (!gtkwave_is_installed()) return;
  const Scratch scratch;
  record(Story{}, scratch.path());
  for (const auto& file : std::filesystem::directory_iterator(scratch.path() / "filters")) {
    std::filesystem::remove(file);
  }
  std::string view = text_of(scratch.path() / "trace.gtkw");
  view.replace(view.find("core0[3:0]"), 5, "core9");
  scratch.put("trace.gtkw", view);
  const ShownByGtkwave seen = shown_by_gtkwave(scratch.path() / "trace.gtkw", scratch.path());
  CHECK(seen.rows != rows_asked_for(scratch.path() / "trace.gtkw"));
  CHECK_THAT(seen.errors, Contains("filter"));
}

TEST_CASE("equal runs give equal waveforms and views") {
  const Scratch scratch;
  record(Story{}, scratch.path() / "a");
  record(Story{}, scratch.path() / "b");
  CHECK(shell("diff -r a b", scratch.path()).out == "");
}
