#include "app/packetdrill/assertion.h"

#include "app/conformance/outcome.h"
#include "support/catch.h"

using namespace rocelab;
using app::packetdrill::run_assertions;

namespace {

const std::map<std::string, double> names{{"tcpi_snd_cwnd", 10}, {"tcpi_rtt", 1500}, {"TCP_CA_Open", 0}};

bool holds(const std::string& code) {
  std::map<std::string, double> variables;
  try {
    run_assertions(code, names, variables);
  } catch (const app::Failure&) {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("expressions as Python has them") {
  for (const char* yes :
       {"assert tcpi_snd_cwnd == 10", "assert 5 < tcpi_snd_cwnd <= 10", "assert not tcpi_snd_cwnd != 10",
        "assert tcpi_rtt / 1000 == 1.5", "assert tcpi_rtt // 1000 == 1 and tcpi_rtt % 1000 == 500",
        "assert -7 // 2 == -4 and -7 % 3 == 2", "assert 2 + 3 * 4 == 14 and (2 + 3) * 4 == 20",
        "assert abs(tcpi_snd_cwnd - 12) == 2, 'cwnd=%d' % tcpi_snd_cwnd", "assert max(1, 0x10) == 16 or 0",
        "assert(tcpi_snd_cwnd & 2)", "print(tcpi_snd_cwnd); assert TCP_CA_Open == 0 # so",
        "\nassert 1\nassert 1, 'x'\n", "cwnd = 9; cwnd += 1; assert tcpi_snd_cwnd == cwnd"}) {
    INFO(yes);
    CHECK(holds(yes));
  }
  for (const char* no :
       {"assert tcpi_snd_cwnd == 11", "assert 5 < tcpi_snd_cwnd < 10", "assert 0 or 0", "assert 1 and 0",
        "assert not 1", "assert 1\nassert tcpi_rtt < 1500", "assert (tcpi_snd_cwnd ==\n 11)"}) {
    INFO(no);
    CHECK_FALSE(holds(no));
  }
}

TEST_CASE("variables last from one snippet to the next") {
  std::map<std::string, double> variables;
  run_assertions("limit = tcpi_snd_cwnd + 2", names, variables);
  CHECK_NOTHROW(run_assertions("assert tcpi_snd_cwnd < limit", names, variables));
  CHECK_THROWS_AS(run_assertions("limit += 0\nassert tcpi_snd_cwnd > limit", names, variables), app::Failure);
}

TEST_CASE("other Python is named, not guessed at") {
  std::map<std::string, double> variables;
  for (const char* code : {"assert tcpi_unknown == 1", "if 1: pass", "assert len(x) == 1", "assert 'a' == 'a'",
                           "assert 1 == 1 if 0 else 2", "x.y = 1", "assert . == 1", "assert 1e999 > 1"}) {
    INFO(code);
    CHECK_THROWS_AS(run_assertions(code, names, variables), app::Unsupported);
  }
}
