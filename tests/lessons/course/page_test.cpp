#include "lessons/course/page.h"

#include <sstream>

#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "lessons/summary/text_table.h"
#include "scenarios/input_error.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;

namespace {

/// A lesson of one part, whose body is the same in both languages.
Lesson lesson_saying(const std::string& body) {
  return read_lesson(
      "lesson = 1\nlevel = \"intro\"\nminutes = 8\ntitle = { zh = \"题\", en = \"title\" }\n"
      "goal = { zh = \"标\", en = \"goal\" }\n[runs.base]\nscenario = \"01-write-4k\"\n[constants]\n"
      "bits = { zh = \"24\", en = \"24\", source = \"a rule\" }\n[[part]]\ntitle = { zh = \"段\", en = \"part\" }\n"
      "claims = [\"l1.copies\"]\nzh = '''" +
          body + "'''\nen = '''" + body + "'''\n",
      "mine.toml");
}

Measured measured(const scenarios::Result& result) {
  Measured out;
  out.runs["base"] = facts_of(result);
  const ClaimPlace place = claim_called("l1.copies");
  Verdict verdict = judge({*place.claim}, {{"run", out.runs["base"]}}, {}).front();
  verdict.claim = place.claim;
  out.verdicts["l1.copies"] = verdict;
  return out;
}

std::string shown(const std::string& body, Language language = Language::en) {
  return page(lesson_saying(body), measured(test::sample_result()), language);
}

}  // namespace

TEST_CASE("references are filled in from runs, claims, words and constants") {
  CHECK_THAT(shown("{base.lanes.tcp.latency_ns|time}."), Contains("12.3 us."));
  CHECK_THAT(shown("{claim:l1.copies} copies"), Contains("\n2 copies"));
  CHECK_THAT(shown("{mark:base rdma.posted}!"), Contains("\nB!"));
  CHECK_THAT(shown("{row:copies}"), Contains("\"memory copies\""));
  CHECK_THAT(shown("{row:copies}", Language::zh), Contains("「内存拷贝次数」"));
  CHECK_THAT(shown("{const:bits} bits"), Contains("\n24 bits"));
  CHECK_THAT(shown("{lesson:6}, {scenario:base}", Language::zh), Contains("第 6 课, 场景 1"));
}

TEST_CASE("a claim that fails shows what was measured and a sign, and the lesson says so") {
  auto result = test::sample_result();
  result.lanes[0].second.copies = 3;
  const Measured broken = measured(result);
  CHECK_FALSE(broken.all_hold());
  const std::string text = page(lesson_saying("{claim:l1.copies} copies"), broken, Language::en);
  CHECK_THAT(text, Contains("3 ✗ copies") && Contains("✗ TCP copies the payload twice [l1.copies]") &&
                       Contains("0 of 1") && Contains("l1.copies: = 2, 3"));
  CHECK(measured(test::sample_result()).all_hold());
  CHECK_THAT(shown("x"), Contains("✓ TCP copies the payload twice [l1.copies]"));
}

TEST_CASE("a reference to what is not there is refused with the lesson's number") {
  for (const char* wrong :
       {"{base.lanes.tcp.nothing}", "{other.lanes}", "{mark:base no.such}", "{mark:other tcp.acked}", "{claim:l9.none}",
        "{const:none}", "{row:none}", "{scenario:none}"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(shown(wrong), Contains("lesson 1: "));
  }
}

TEST_CASE("no line of a lesson is wider than a terminal") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "两台机器之间 {base.lanes.tcp.copies} 条 road after road，";
  for (const Language language : {Language::zh, Language::en}) {
    std::istringstream lines(shown(text, language));
    for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= 80);
  }
}

TEST_CASE("a file that is no lesson is refused with its line") {
  const auto refused = [](const std::string& toml) { return read_lesson(toml, "mine.toml"); };
  CHECK_THROWS_WITH(refused("lesson = 1\nlevle = \"intro\"\n"), Contains("mine.toml:2") && Contains("levle"));
  CHECK_THROWS_WITH(refused("lesson = = 1\n"), Contains("mine.toml:1"));
  const std::string head = "level = \"intro\"\ntitle = { zh = \"题\", en = \"t\" }\n";
  CHECK_THROWS_WITH(refused(head + "goal = { zh = \"标\" }\n"), Contains("mine.toml:3") && Contains("'en'"));
  CHECK_THROWS_WITH(refused(head + "goal = { zh = \"标\", en = \"g\" }\n[constants]\nc = { zh = \"1\", en = \"1\" }\n"),
                    Contains("mine.toml:5") && Contains("'source'"));
}
