#include "waves/vcd/vcd_dump.h"

#include "support/catch.h"
#include "support/shell.h"
#include "waves/vcd/check/vcd_check.h"

using namespace rocelab;

namespace {

/// A row of every kind, in nested scopes.
struct Bench {
  Roster roster;
  waves::Rows rows{roster};
  enum : waves::RowIndex { bit, vector, state, event, text };

  Bench() {
    using Kind = SignalDecl::Kind;
    rows.declare(SignalId{0}, {"tcp.local", "irq", Kind::bits, 1});
    rows.declare(SignalId{1}, {"tcp", "cwnd", Kind::bits, 64});
    rows.declare(SignalId{2}, {"tcp.local", "qp", Kind::state, 2, {"RESET", "INIT", "RTR"}});
    rows.declare(SignalId{3}, {"tcp.peer", "nak", Kind::event});
    rows.declare(SignalId{4}, {"tcp.local", "note", Kind::text, 1, {"none", "some"}});
    rows.settle();
  }

  /// Tells the dump what each row is when time begins: nothing yet.
  void begin(waves::Dump& dump) const {
    dump.begin(rows, 0);
    for (const waves::RowIndex row : {bit, vector, state}) dump.bits(row, 0);
    dump.text(text, "none");
    dump.begun();
  }
};

}  // namespace

TEST_CASE("a VCD reads to the letter as expected") {
  Bench b;
  test::Scratch scratch;
  waves::VcdDump dump(scratch.path() / "t.vcd");
  b.begin(dump);
  dump.at(0);
  dump.bits(b.bit, 1);
  dump.at(1500);
  dump.bits(b.vector, UINT64_MAX);
  dump.bits(b.state, 2);
  dump.event(b.event);
  dump.text(b.text, "some");
  dump.end(2000);
  CHECK(test::text_of(scratch.path() / "t.vcd") == R"($date
  in simulated time
$end
$version
  rocelab
$end
$timescale
  1 ps
$end
$comment tcp.local.qp: 0=RESET 1=INIT 2=RTR $end
$scope module tcp $end
$var wire 64 " cwnd [63:0] $end
$scope module local $end
$var wire 1 ! irq $end
$var wire 2 # qp [1:0] $end
$var string 1 % note $end
$upscope $end
$scope module peer $end
$var event 1 $ nak $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
b0 "
b0 #
snone %
$end
1!
#1500
b1111111111111111111111111111111111111111111111111111111111111111 "
b10 #
1$
ssome %
#2000
)");
  CHECK(waves::check_vcd(scratch.path() / "t.vcd", waves::VcdRules::own) == std::vector<std::string>{});
}

TEST_CASE("thousands of rows get distinct codes") {
  Roster roster;
  waves::Rows rows(roster);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    rows.declare(SignalId{i}, {"m", "s" + std::to_string(i), SignalDecl::Kind::bits, 1});
  }
  rows.settle();
  test::Scratch scratch;
  waves::VcdDump dump(scratch.path() / "t.vcd");
  dump.begin(rows, 0);
  for (waves::RowIndex i = 0; i < rows.size(); ++i) dump.bits(i, 0);
  dump.begun();
  dump.end(1);
  CHECK(waves::check_vcd(scratch.path() / "t.vcd", waves::VcdRules::own) == std::vector<std::string>{});
}

TEST_CASE("a VCD that is left without an end holds what was written so far") {
  Bench b;
  test::Scratch scratch;
  {
    waves::VcdDump dump(scratch.path() / "t.vcd");
    b.begin(dump);
    dump.at(70);
    dump.bits(b.bit, 1);
  }
  CHECK_THAT(test::text_of(scratch.path() / "t.vcd"), Contains("$end\n#70\n1!\n"));
  CHECK(waves::check_vcd(scratch.path() / "t.vcd", waves::VcdRules::own) == std::vector<std::string>{});
}

TEST_CASE("a full disk is an error that names the file") {
  Bench b;
  waves::VcdDump dump("/dev/full");
  const auto run = [&] {
    b.begin(dump);
    dump.end(5);
  };
  CHECK_THROWS_AS(run(), waves::WriteError);
  waves::VcdDump again("/dev/full");
  CHECK_THROWS_WITH(again.end(5), Contains("/dev/full: cannot write: No space left on device"));
}

TEST_CASE("a disk that fills up during a long run does not throw into the simulator, but at the end") {
  Bench b;
  waves::VcdDump dump("/dev/full");
  b.begin(dump);
  for (Ps t = 1; t < 1'000'000; ++t) {
    dump.at(t);
    dump.bits(b.bit, static_cast<std::uint64_t>(t) & 1);
  }
  CHECK_THROWS_AS(dump.end(1'000'000), waves::WriteError);
}

TEST_CASE("a file that cannot be made is an error that names it") {
  CHECK_THROWS_WITH(waves::VcdDump("/nowhere/at/all/t.vcd"),
                    Contains("/nowhere/at/all/t.vcd: cannot create: No such file"));
}
