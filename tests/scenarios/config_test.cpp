#include <fstream>

#include "scenarios/config/keys.h"
#include "scenarios/config/nearest.h"
#include "scenarios/config/values.h"
#include "scenarios/scenario.h"
#include "support/catch.h"
#include "support/shell.h"

using namespace rocelab;
using namespace rocelab::scenarios;

namespace {

/// Reads a scenario file with this text, one that no other test sees.
Scenario from_text(const std::string& text) {
  const test::Scratch folder;
  const auto path = folder.path() / "config_test_scenario.toml";
  std::ofstream(path) << text;
  return load(path.string());
}

const std::string head = "title = { zh = '题', en = 'T' }\n[lanes.tcp]\n";

}  // namespace

TEST_CASE("values carry units") {
  CHECK(parse_size("4KiB") == 4096);
  CHECK(parse_size("1MB") == 1'000'000);
  CHECK(parse_size("1.5 KiB") == 1536);
  CHECK(parse_rate("100Gbps").bits_per_s == 100'000'000'000);
  CHECK(parse_time("2us") == 2'000'000);
  CHECK(parse_time("0.5ns") == 500);
  CHECK(parse_bool("on"));
  for (const char* bad : {"", "4XB", "-1", "1.5", "nan", "4 K iB", "0x10"}) {
    CHECK_THROWS_AS(parse_size(bad), std::invalid_argument);
  }
}

TEST_CASE("every default is allowed by its own key") {
  for (const KeySpec& key : keys()) {
    INFO(key.name);
    CHECK_NOTHROW(key.check(key.fallback));
    CHECK_THROWS(key.check("no such value"));
  }
}

TEST_CASE("a lane's value wins over the common one, and a user's common value over both") {
  Scenario s = from_text("message.size = '8KiB'\n" + head + "message.size = '16KiB'\n");
  CHECK(s.config.get("tcp", "message.size") == "16KiB");
  CHECK(s.config.get("", "message.size") == "8KiB");
  s.config.set("message.size", "1KiB", "--set");
  CHECK(s.config.get("tcp", "message.size") == "1KiB");
  s.config.set("lanes.tcp.message.size", "2KiB", "--set");
  CHECK(s.config.get("tcp", "message.size") == "2KiB");
  CHECK(s.config.overridden() == std::vector<std::string>{"message.size", "lanes.tcp.message.size"});
}

TEST_CASE("refusals name place, key, what is allowed and the nearest name") {
  CHECK_THROWS_WITH(from_text(head + "mesage.size = 3\n"), Contains("config_test_scenario.toml:3") &&
                                                               Contains("lanes.tcp.mesage.size") &&
                                                               Contains("did you mean 'message.size'"));
  CHECK_THROWS_WITH(from_text(head + "message.size = '0B'\n"), Contains("a size from 1 B"));
  CHECK_THROWS_WITH(from_text(head + "network.loss = 1.5\n"), Contains("a share from 0 to 1"));
  CHECK_THROWS_WITH(from_text("title = \n"), Contains("config_test_scenario.toml:1"));
  CHECK_THROWS_WITH(from_text("title = { zh = '题' }\n[lanes.tcp]\n"), Contains("both languages"));
  CHECK_THROWS_WITH(from_text("title = { zh = '题', en = 'T' }\n"), Contains("names no lane"));
  CHECK_THROWS_WITH(load("01-write-4"), Contains("did you mean '01-write-4k'"));
  CHECK_THROWS_WITH(load("nowhere.toml"), Contains("no such scenario file"));
}

TEST_CASE("a scenario is found by number, id and path") {
  CHECK(load("1").id == "01-write-4k");
  CHECK(load("01-write-4k").lessons == std::vector<int>{1, 2});
  CHECK(load("1").config.lanes() == std::vector<std::string>{"tcp", "rdma"});
}
