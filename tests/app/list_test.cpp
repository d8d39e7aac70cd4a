#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

TEST_CASE("list shows every scenario in both languages, for people and for programs") {
  const Scratch folder;
  const Ran json = rocelab_stdout("list --json", folder.path());
  CHECK(json.status == 0);
  const auto all = nlohmann::json::parse(json.out);
  REQUIRE(all.size() >= 1);
  CHECK(all[0]["id"] == "01-write-4k");
  CHECK(all[0]["lesson"] == 1);
  for (const auto& scenario : all) {
    CHECK_FALSE(scenario["title"]["zh"].get<std::string>().empty());
    CHECK_FALSE(scenario["title"]["en"].get<std::string>().empty());
    CHECK_THAT(run_rocelab("list", folder.path()).out, Contains(scenario["id"].get<std::string>()));
  }
}

TEST_CASE("schemes shows every retransmission scheme with its state and source") {
  const Scratch folder;
  const Ran json = rocelab_stdout("schemes --json", folder.path());
  CHECK(json.status == 0);
  const auto all = nlohmann::json::parse(json.out);
  REQUIRE(all.size() >= 1);
  const std::string text = run_rocelab("schemes", folder.path()).out;
  for (const auto& scheme : all) {
    const std::string name = scheme["name"];
    INFO(name);
    CHECK_THAT(text, Contains(name + ": "));
    CHECK_FALSE(scheme["source"].get<std::string>().empty());
    CHECK(scheme["sender_bits"].is_number());
  }
}
