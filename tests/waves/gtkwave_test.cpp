#include <set>
#include <sstream>

#include "support/catch.h"
#include "support/shell.h"
#include "waves/gtkwave/gtkw_sink.h"
#include "waves/story.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/vcd_dump.h"
#include "waves/vcd_check.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

void record(const Story& story, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  waves::TraceSink trace(story.roster, std::make_unique<waves::VcdDump>(folder / "trace.vcd"), story_narrator());
  waves::GtkwSink view(story.roster, folder, story_narrator());
  story.tell({&trace, &view});
}

/// The rows that a save file asks for, by the names of the waveform.
std::multiset<std::string> rows_of(const std::filesystem::path& save_file) {
  std::multiset<std::string> rows;
  std::istringstream lines(text_of(save_file));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || std::string("[*@-^#").find(line[0]) != std::string::npos) continue;
    rows.insert(line[0] == '+' ? line.substr(line.find("} ") + 2) : line);
  }
  return rows;
}

/// Opens trace.gtkw of `folder` in GTKWave, with `from` as working folder, and asks what it shows.
struct Shown {
  std::multiset<std::string> rows;
  std::set<std::string> markers;
  std::string errors;
};

/// What GTKWave says beside its greeting.
std::string complaints(const std::string& said) {
  std::string left;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const auto greets = [&](const char* words) { return line.find(words) != std::string::npos; };
    if (line.empty() || greets("GTKWave Analyzer") || greets("] start time.") || greets("] end time.")) continue;
    if (!greets("Executing Tcl script")) left += line + "\n";
  }
  return left;
}

Shown shown(const std::filesystem::path& folder, const std::filesystem::path& from, const Scratch& scratch) {
  scratch.put("ask.tcl", R"(
foreach s [gtkwave::getDisplayedSignals] { puts "ROW $s" }
foreach m {A B C D E F G H I J K L M N O P Q R S T U V W X Y Z} { puts "MARKER $m [gtkwave::getNamedMarker $m]" }
flush stdout
gtkwave::/File/Quit
)");
  const Ran ran =
      shell("xvfb-run -a -s '-screen 0 1700x1100x24' gtkwave -S '" + (scratch.path() / "ask.tcl").string() + "' '" +
                (folder / "trace.gtkw").string() + "' 2>'" + (scratch.path() / "err.txt").string() + "'",
            from);
  Shown shown;
  shown.errors = complaints(text_of(scratch.path() / "err.txt"));
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("ROW ", 0) == 0) shown.rows.insert(line.substr(4));
    if (line.rfind("MARKER ", 0) == 0 && line.find("-1") == std::string::npos) shown.markers.insert(line.substr(7));
  }
  return shown;
}

bool installed() {
  if (shell("command -v gtkwave xvfb-run >/dev/null").status == 0) return true;
  WARN("gtkwave or xvfb-run is not installed: the view was not opened");
  return false;
}

}  // namespace

TEST_CASE("the waveform of the story is a strict VCD") {
  const Scratch scratch;
  record(Story{}, scratch.path());
  for (const auto& problem : check_vcd((scratch.path() / "trace.vcd").string())) FAIL_CHECK(problem);
}

TEST_CASE("GTKWave shows every row of the view, the markers, and complains about nothing") {
  if (!installed()) return;
  const Scratch scratch;
  const auto folder = scratch.path() / "run";
  record(Story{}, folder);
  const auto wanted = rows_of(folder / "trace.gtkw");
  REQUIRE(wanted.size() > 30);
  const Shown seen = shown(folder, folder, scratch);
  CHECK(seen.rows == wanted);
  CHECK(seen.errors == "");
  CHECK(seen.markers.size() == 17);
  CHECK(seen.markers.count("A 7000000"));
}

TEST_CASE("the view still opens, with its words, after the folder was moved and from elsewhere") {
  if (!installed()) return;
  const Scratch scratch;
  record(Story{}, scratch.path() / "run");
  std::filesystem::rename(scratch.path() / "run", scratch.path() / "moved");
  const Shown seen = shown("moved", scratch.path(), scratch);
  CHECK(seen.rows == rows_of(scratch.path() / "moved" / "trace.gtkw"));
  CHECK(seen.errors == "");
}

TEST_CASE("a view with a lost filter or a wrong row would be noticed") {
  if (!installed()) return;
  const Scratch scratch;
  record(Story{}, scratch.path());
  for (const auto& file : std::filesystem::directory_iterator(scratch.path() / "filters")) {
    std::filesystem::remove(file);
  }
  std::string view = text_of(scratch.path() / "trace.gtkw");
  view.replace(view.find("core0[3:0]"), 5, "core9");
  scratch.put("trace.gtkw", view);
  const Shown seen = shown(scratch.path(), scratch.path(), scratch);
  CHECK(seen.rows != rows_of(scratch.path() / "trace.gtkw"));
  CHECK_THAT(seen.errors, Contains("filter"));
}

TEST_CASE("equal runs give equal waveforms and views") {
  const Scratch scratch;
  record(Story{}, scratch.path() / "a");
  record(Story{}, scratch.path() / "b");
  CHECK(shell("diff -r a b", scratch.path()).out == "");
}
