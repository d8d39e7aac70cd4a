#include "waves/fst/fst_dump.h"

#include <sys/resource.h>

#include <csignal>

#include "support/catch.h"
#include "support/shell.h"
#include "waves/fst/fst_blocks.h"
#include "waves/story.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/vcd_dump.h"
#include "waves/vcd_values.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

/// The story in both formats, told once.
void record_both(const std::filesystem::path& folder, const waves::Recording& recording = {}) {
  const Story story;
  waves::TraceSink vcd(story.roster, std::make_unique<waves::VcdDump>(folder / "trace.vcd"), story_narrator(),
                       recording);
  waves::TraceSink fst(story.roster, std::make_unique<waves::FstDump>(folder / "trace.fst"), story_narrator(),
                       recording);
  story.tell({&vcd, &fst});
}

VcdValues back_from_fst(const std::filesystem::path& folder) {
  const Ran ran = shell("fst2vcd -f trace.fst -o back.vcd", folder);
  INFO(ran.out);
  REQUIRE(ran.status == 0);
  return read_vcd(folder / "back.vcd");
}

bool installed() {
  if (shell("command -v fst2vcd >/dev/null").status == 0) return true;
  WARN("fst2vcd is not installed: the FST was not read");
  return false;
}

/// A file of `size` octets and no more can be written from now on.
void fill_disk(rlim_t size) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{size, size};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

}  // namespace

TEST_CASE("an FST holds what the VCD of the same run holds: rows, bits, texts, events, times") {
  if (!installed()) return;
  const Scratch scratch;
  record_both(scratch.path());
  const VcdValues vcd = read_vcd(scratch.path() / "trace.vcd");
  const VcdValues fst = back_from_fst(scratch.path());
  REQUIRE(vcd.rows.size() > 40);
  CHECK(fst.rows == vcd.rows);
  CHECK(fst.first == vcd.first);
  CHECK(fst.last == vcd.last);
}

TEST_CASE("an FST that begins later begins with the same state as the VCD") {
  if (!installed()) return;
  const Scratch scratch;
  record_both(scratch.path(), {waves::Level::full, {1'000'000, true}, {3'000'000, true}});
  const VcdValues vcd = read_vcd(scratch.path() / "trace.vcd");
  const VcdValues fst = back_from_fst(scratch.path());
  CHECK(vcd.first == Story::t0 + 1'000'000);
  CHECK(fst.rows == vcd.rows);
  CHECK(fst.first == vcd.first);
  CHECK(fst.last == vcd.last);
}

TEST_CASE("equal runs give equal FST files and nothing beside them") {
  const Scratch a, b;
  record_both(a.path());
  record_both(b.path());
  CHECK(text_of(a.path() / "trace.fst") == text_of(b.path() / "trace.fst"));
  CHECK(shell("ls", a.path()).out == "trace.fst\ntrace.vcd\n");
}

TEST_CASE("an FST that is left without an end is readable up to there") {
  if (!installed()) return;
  const Scratch scratch;
  Roster roster;
  waves::Rows rows(roster);
  rows.declare(SignalId{0}, {"tcp", "cwnd", SignalDecl::Kind::bits, 8});
  rows.settle();
  {
    waves::FstDump dump(scratch.path() / "trace.fst");
    dump.begin(rows, 0);
    dump.bits(0, 0);
    dump.begun();
    dump.at(70);
    dump.bits(0, 5);
  }
  CHECK(back_from_fst(scratch.path()).rows.at("tcp.cwnd[7:0]").at(70) == "101");
}

TEST_CASE("an FST that did not fit on the disk is an error that names the file") {
  const Scratch scratch;
  const Story story;
  waves::TraceSink sink(story.roster, std::make_unique<waves::FstDump>(scratch.path() / "trace.fst"), story_narrator());
  fill_disk(1500);
  CHECK_THROWS_WITH(story.tell({&sink}), Contains("trace.fst: cannot write"));
}

TEST_CASE("an FST cut short anywhere is not whole") {
  const Scratch scratch;
  record_both(scratch.path());
  const auto file = scratch.path() / "trace.fst";
  CHECK_NOTHROW(waves::require_whole_fst(file));
  const std::string whole = text_of(file);
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    scratch.put("cut.fst", whole.substr(0, size));
    INFO(size << " of " << whole.size());
    CHECK_THROWS_AS(waves::require_whole_fst(scratch.path() / "cut.fst"), waves::WriteError);
  }
}

TEST_CASE("an FST that cannot be made is an error that names it") {
  CHECK_THROWS_WITH(waves::FstDump("/nowhere/at/all/t.fst"), Contains("/nowhere/at/all/t.fst: cannot create: No such"));
}
