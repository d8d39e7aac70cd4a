#include "waves/vcd_check.h"

#include "support/catch.h"
#include "support/shell.h"

using rocelab::test::check_vcd;
using rocelab::test::Scratch;

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

std::vector<std::string> problems_of(const std::string& text) {
  const Scratch scratch;
  scratch.put("t.vcd", text);
  return check_vcd((scratch.path() / "t.vcd").string());
}

/// `good` with one place changed.
std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("no '" + from + "' in the sample");
  return text.replace(at, from.size(), to);
}

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
    {"$scope module local", "$scope structure local", "scope type"},
    {"$scope module local", "$scope module my host", "a scope needs a type and a name"},
    {"$var wire 1 #", "$var logic 1 #", "variable type logic"},
    {"$var wire 1 # busy", "$var wire 1 # very busy", "has range busy"},
    {"$var wire 1 #", "$var wire 1 \"", "identifier \" is declared twice"},
    {"# busy", "# stage1", "tcp.local.stage1 is declared twice"},
    {"$var wire 2 \" stage1 [1:0]", "$var wire 2 \" stage1", "has no range"},
    {"$var wire 2", "$var wire 3", "has range [1:0] but width 3"},
    {"$version", "$author", "unknown command $author"},
    {"  hand\n$end", "  hand", "$timescale"},
    {"#0\n$dumpvars", "$dumpvars", "$dumpvars before #0"},
    {"#0\n", "#5\n", "the first time is not #0"},
    {"0#\n$end", "$end", "no first value for #"},
    {"0#\n$end", "0#\n$end\n$end", "$end of nothing"},
    {"$dumpvars\n", "", "no $dumpvars"},
    {"0#\n$end\n", "0#\n", "$dumpvars has no $end"},
    {"#25", "#10", "does not grow"},
    {"#25", "#9", "does not grow"},
    {"#25", "#2.5", "time #2.5"},
    {"b1 \"", "b101 \"", "wider"},
    {"b1 \"", "b2 \"", "bits '2'"},
    {"b1 \"", "b \"", "bits ''"},
    {"b1 \"", "b1 %", "identifier % is not declared"},
    {"b1 \"", "b1", "without identifier"},
    {"b1 \"", "1\"", "one bit for"},
    {"b1 \"", "sbusy \"", "text for"},
    {"b1 \"", "r1.5 \"", "a real number for"},
    {"1#\n", "2#\n", "neither value nor time"},
    {"A:_write()_called !", "A: write() called !", "space"},
    {"A:_write()_called !", "called\xc3\xa9 !", "not plain ASCII"},
    {"_called !\n", "_called !", "newline"},
    {"#25", "$comment late\n#25", "has no $end"},
};

}  // namespace

TEST_CASE("the strict reader accepts a good file") {
  for (const auto& problem : problems_of(good)) FAIL_CHECK(problem);
}

TEST_CASE("the strict reader finds every planted fault") {
  for (const auto& [from, to, complaint] : faults) {
    INFO("'" << from << "' became '" << to << "'");
    std::string all;
    for (const auto& problem : problems_of(with(from, to))) all += problem + "\n";
    CHECK_THAT(all, Contains(complaint));
  }
}

TEST_CASE("the strict reader refuses files that are empty, cut short or missing") {
  CHECK_FALSE(problems_of("").empty());
  CHECK_FALSE(problems_of("\n").empty());
  CHECK_FALSE(problems_of(good.substr(0, good.find("$enddefinitions"))).empty());
  CHECK_FALSE(problems_of(good.substr(0, good.find("b0 \""))).empty());
  CHECK_FALSE(check_vcd("/nowhere/t.vcd").empty());
}
