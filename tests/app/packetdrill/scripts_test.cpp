#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/packetdrill/runner.h"
#include "support/catch.h"
#include "support/places.h"

using namespace rocelab;
using app::CaseOutcome;

namespace {

std::set<std::filesystem::path> own_scripts() {
  std::set<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_folder() + "/packetdrill")) {
    all.insert(entry.path());
  }
  return all;
}

}  // namespace

TEST_CASE("every packetdrill script of this tree passes") {
  for (const auto& path : own_scripts()) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    const CaseOutcome outcome = app::packetdrill::play(path.filename().string(), text.str());
    INFO(outcome.id << ": " << outcome.reason);
    CHECK(outcome.verdict == CaseOutcome::Verdict::passed);
  }
}

TEST_CASE("there is a packetdrill script for each row of the rules and for each public family") {
  std::string names;
  for (const auto& path : own_scripts()) names += path.filename().string() + '\n';
  // Row 25 is the checksum: headers are not encoded here.
  for (int row = 1; row <= 24; ++row) {
    const std::string rule = std::string("rule") + (row < 10 ? "0" : "") + std::to_string(row);
    CHECK_THAT(names, Contains(rule));
  }
  for (const char* family : {"fast_retransmit", "fast_recovery", "limited_transmit", "slow-start", "cubic", "sack",
                             "close", "shutdown", "mss", "ts_recent", "nagle", "ecn"}) {
    CHECK_THAT(names, Contains(family));
  }
}
