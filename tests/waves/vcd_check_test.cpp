#include "waves/vcd/check/vcd_check.h"

#include "support/catch.h"
#include "support/shell.h"

using rocelab::test::Scratch;
using rocelab::waves::check_vcd;
using rocelab::waves::VcdRules;

namespace {

const std::string good = R"($date
  never
$end
$version
  hand
$end
$timescale
  1 ps
$end
$scope module tcp $end
$var string 1 ! lesson $end
$scope module local $end
$var wire 2 " stage1 [1:0] $end
$var wire 1 # busy $end
$var event 1 $ lost $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
s- !
b0 "
0#
$end
#10
b1 "
1#
1$
#25
sA:_write()_called !
)";

std::vector<std::string> problems_of(const std::string& text, VcdRules rules) {
  const Scratch scratch;
  scratch.put("t.vcd", text);
  return check_vcd(scratch.path() / "t.vcd", rules);
}

/// As one text, to look for a complaint in it.
std::string complaints(const std::string& text, VcdRules rules) {
  std::string all;
  for (const auto& problem : problems_of(text, rules)) all += problem + "\n";
  return all;
}

/// A good file with one place changed.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("no '" + from + "' in the sample");
  return text.replace(at, from.size(), to);
}

/// What another tool writes: no time before $dumpvars, two names of one net, bits of a vector counted from 1, ranges
/// left out, real numbers, unknown values, a dump that is switched off and on.
const std::string foreign = R"($comment made elsewhere $end
$date Mon $end
$version other 1.0 $end
$timescale 10ns $end
$scope module top $end
$var reg 8 ! bus [8:1] $end
$var wire 8 ! alias [8:1] $end
$var integer 32 " count $end
$var real 64 # volts $end
$var parameter 4 $ depth [3:0] $end
$var wire 1 % clk $end
$scope struct s $end
$var string 0 & note $end
$upscope $end
$upscope $end
$enddefinitions $end
$dumpvars
bx !
b0 "
r0.5 #
b100 $
x%
$end
#0
1%
#5
0%
#5
b101Z !
r-1e3 #
$dumpoff
x%
$end
#7
$dumpon
1%
$end
$comment behind $end
sdone &
)";

struct Fault {
  std::string from, to, complaint;
};

const std::vector<Fault> faults{
    {"$timescale\n  1 ps\n$end\n", "", "no $timescale"},
    {"1 ps", "0 ps", "time scale"},
    {"1 ps", "3 ps", "time scale"},
    {"$enddefinitions $end\n", "", "unknown command #0"},
    {"$upscope $end\n$upscope", "$upscope", "still open"},
    {"$upscope $end\n$upscope", "$upscope $end\n$upscope $end\n$upscope", "$upscope without scope"},
    {"$upscope $end\n$upscope", "$unscope $end\n$upscope", "unknown command $unscope"},
    {"$scope module local", "$scope structure local", "scope type"},
    {"$scope module local", "$scope module my host", "a scope needs a type and a name"},
    {"$var wire 1 #", "$var logic 1 #", "variable type logic"},
    {"# busy", "# stage1", "tcp.local.stage1 is declared twice"},
    {"$var wire 1 # busy", "$var wire 1 # very busy", "has range busy"},
    {"$var wire 1 # busy", "$var wire 1 # oh so busy", "a variable needs"},
    {"$var wire 1 #", "$var wire one #", "has width 'one'"},
    {"$var wire 1 #", "$var wire 1 \"", "code \" is declared twice"},
    {"$var wire 2", "$var wire 3", "has range [1:0] but width 3"},
    {"$version", "$author", "unknown command $author"},
    {"  hand\n$end", "  hand", "$timescale"},
    {"0#\n$end", "0#\n$end\n$end", "$end of nothing"},
    {"0#\n$end\n", "0#\n", "$dumpvars has no $end"},
    {"0#\n$end\n#10", "0#\n#10", "time #10 inside $dumpvars"},
    {"#10", "$dumpvars\n$end\n#10", "second $dumpvars"},
    {"#0\n$dumpvars", "0#\n#0\n$dumpvars", "a value before any time"},
    {"#25", "#9", "does not grow"},
    {"#25", "#2.5", "time #2.5"},
    {"#25", "#-25", "time #-25"},
    {"#25", "#99999999999999999999", "time #99999999999999999999"},
    {"b1 \"", "b101 \"", "wider"},
    {"b1 \"", "b2 \"", "bits '2'"},
    {"b1 \"", "b \"", "bits ''"},
    {"b1 \"", "b1 %", "code % is not declared"},
    {"b1 \"", "b1", "without code"},
    {"b1 \"", "1\"", "one bit for"},
    {"b1 \"", "sbusy \"", "text for"},
    {"b1 \"", "r1.5 \"", "a real number for"},
    {"1#\n", "1 #\n", "a value without code: 1"},
    {"1#\n", "2#\n", "neither value nor time"},
    {"1#\n", "$dumpport\n1#\n", "unknown command $dumpport"},
    {"A:_write()_called !", "A: write() called !", "space"},
    {"A:_write()_called !", "called\xc3\xa9 !", "not plain ASCII"},
    {"_called !\n", "_called !", "newline"},
    {"#25", "$comment late\n#25", "$comment has no $end"},
};

/// What the standard allows and a trace of this program does not do.
const std::vector<Fault> liberties{
    {"$var wire 2 \" stage1 [1:0]", "$var wire 2 \" stage1", "has no range"},
    {"$var event", "$var wire 1 # irq $end\n$var event", "code # is declared twice"},
    {"#0\n$dumpvars", "$dumpvars", "$dumpvars before the first time"},
    {"0#\n$end", "$end", "no first value for #"},
    {"$dumpvars\ns- !\nb0 \"\n0#\n$end\n", "", "no $dumpvars"},
    {"#25", "#10", "does not grow"},
};

}  // namespace

TEST_CASE("the strict reader accepts a good file") {
  CHECK(complaints(good, VcdRules::own) == "");
  CHECK(complaints(good, VcdRules::standard) == "");
}

TEST_CASE("the strict reader accepts what another tool may write") {
  CHECK(complaints(foreign, VcdRules::standard) == "");
}

TEST_CASE("the strict reader finds every planted fault") {
  for (const auto& [from, to, complaint] : faults) {
    INFO("'" << from << "' became '" << to << "'");
    CHECK_THAT(complaints(with(good, from, to), VcdRules::standard), Contains(complaint));
    CHECK_THAT(complaints(with(good, from, to), VcdRules::own), Contains(complaint));
  }
}

TEST_CASE("the strict reader finds faults planted in the file of another tool") {
  for (const auto& [from, to, complaint] : std::vector<Fault>{
           {"$var wire 8 ! alias [8:1]", "$var wire 4 ! alias [4:1]", "code ! is declared twice"},
           {"$var wire 8 ! alias [8:1]", "$var real 64 ! alias", "code ! is declared twice"},
           {"bus [8:1]", "bus [8:0]", "has range [8:0] but width 8"},
           {"\" count", "\" clk", "top.clk is declared twice"},
           {"r-1e3 #", "rfast #", "real number 'fast'"},
           {"r-1e3 #", "b1 #", "bits for #"},
           {"sdone &", "sall done &", "space"},
           {"sdone &", "b1 &", "bits for &"},
           {"$dumpon\n1%\n$end\n", "$dumpon\n1%\n", "$dumpon has no $end"},
           {"$dumpoff\nx%\n$end", "$dumpoff\n$dumpoff\nx%\n$end", "$dumpoff inside $dumpoff"},
           {"#7", "#4", "does not grow"},
       }) {
    INFO("'" << from << "' became '" << to << "'");
    CHECK_THAT(complaints(with(foreign, from, to), VcdRules::standard), Contains(complaint));
  }
}

TEST_CASE("what the standard allows but no trace of this program does is told apart") {
  for (const auto& [from, to, complaint] : liberties) {
    INFO("'" << from << "' became '" << to << "'");
    CHECK(complaints(with(good, from, to), VcdRules::standard) == "");
    CHECK_THAT(complaints(with(good, from, to), VcdRules::own), Contains(complaint));
  }
}

TEST_CASE("the strict reader says in which line a fault stands") {
  CHECK(complaints(with(good, "b1 \"", "b1 %"), VcdRules::own) == "line 26: code % is not declared\n");
  CHECK(complaints(with(good, "#25", "$comment late\n#25"), VcdRules::own) == "line 29: $comment has no $end\n");
}

TEST_CASE("the strict reader refuses files that are empty, cut short or missing") {
  for (const VcdRules rules : {VcdRules::standard, VcdRules::own}) {
    CHECK(complaints("", rules) != "");
    CHECK(complaints("\n", rules) != "");
    CHECK(complaints(good.substr(0, good.find("$enddefinitions")), rules) != "");
    CHECK(complaints(good.substr(0, good.find("b0 \"")), rules) != "");
    CHECK(check_vcd("/nowhere/t.vcd", rules) == std::vector<std::string>{"cannot be read"});
  }
}
