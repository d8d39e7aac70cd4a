#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "lessons/claims/claim.h"
#include "lessons/claims/tokens.h"
#include "lessons/course/lesson.h"
#include "lessons/course/measured.h"
#include "lessons/course/references.h"
#include "lessons/words/words.h"
#include "scenarios/config/settings.h"
#include "scenarios/scenario.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;

namespace {

/// What a text refers to, whatever the order in which its language says it.
std::set<std::string> references(const std::string& text) {
  std::set<std::string> all;
  for (const Piece& p : pieces_of(text)) {
    if (p.kind != "words") all.insert(p.kind + ':' + p.text + '|' + p.format);
  }
  return all;
}

/// Bare words of a text in which a number stands.
///
/// The rule: a figure in a lesson is measured, so it stands in braces. What nobody measures is either said in words
/// ("two machines", "three shortcuts": things that are counted on the page itself) or is a constant with its source.
/// So no digit, ASCII or full-width, may stand outside braces.
std::vector<std::string> typed_numbers(const std::string& text) {
  static const std::regex digit("[0-9]|０|１|２|３|４|５|６|７|８|９");
  std::vector<std::string> found;
  for (const Piece& p : pieces_of(text)) {
    if (p.kind == "words" && std::regex_search(p.text, digit)) found.push_back(p.text);
  }
  return found;
}

/// A claim's sentence without the digits that are names and no figures: codes of the RNR timer, what rnr_retry is set
/// to, priorities, generations and widths of a slot, a formula.
std::string without_names(const std::string& sentence) {
  static const std::regex names(
      R"((code|编码|priority|优先级) ?[0-9]+|rnr_retry (为 )?[0-9]+|gen[0-9] x[0-9]+|x[0-9]+|\(1 ?(-|−) ?p\)/\(1 ?\+ ?pW\))");
  return std::regex_replace(sentence, names, "");
}

/// Letters of Chinese, U+4E00 and up: three octets that begin with e4 to e9.
bool has_chinese(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u >= 0xe4 && u <= 0xe9;
  });
}

/// Names of runs in an expression: names that no dot leads to and no parenthesis follows.
std::set<std::string> runs_in(const std::string& expression) {
  const auto tokens = tokens_of(expression);
  std::set<std::string> names;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool member = i > 0 && tokens[i - 1].text == ".";
    if (tokens[i].kind == Token::Kind::name && !member && tokens[i + 1].text != "(") names.insert(tokens[i].text);
  }
  return names;
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

}  // namespace

TEST_CASE("the course has six lessons and each has all of its members") {
  REQUIRE(all_lessons().size() == 6);
  for (const Lesson& lesson : all_lessons()) {
    INFO(lesson.number);
    CHECK(lesson.number == 1 + (&lesson - &all_lessons().front()));
    CHECK(std::stoi(lesson.minutes) > 0);
    CHECK(Words::built_in().find("level." + lesson.level));
    CHECK(lesson.parts.size() >= 3);
    CHECK(lesson.hands_on.size() >= 2);
    CHECK(lesson.remember.size() >= 3);
    CHECK(lesson.glossary.size() >= 3);
    CHECK(lesson.claims().size() >= 5);
  }
}

TEST_CASE("every text of a lesson stands in both languages and refers to the same values") {
  for (const Lesson& lesson : all_lessons()) {
    for (const Text& text : lesson.texts()) {
      INFO(lesson.number << ": " << text.en);
      CHECK(text.zh.empty() == text.en.empty());
      CHECK(references(text.zh) == references(text.en));
      CHECK_FALSE(has_chinese(text.en));
    }
    for (const Part& part : lesson.parts) {
      CHECK(has_chinese(part.title.zh));
      CHECK(has_chinese(part.body.zh));
    }
    for (const Text& point : lesson.remember) CHECK(has_chinese(point.zh));
    for (const Term& term : lesson.glossary) CHECK(has_chinese(term.meaning.zh));
    for (const Step& step : lesson.hands_on) CHECK(has_chinese(step.says.zh));
  }
}

TEST_CASE("no number in a lesson is typed by hand") {
  for (const Lesson& lesson : all_lessons()) {
    for (const Text& text : lesson.texts()) {
      CHECK(typed_numbers(text.zh) == std::vector<std::string>{});
      CHECK(typed_numbers(text.en) == std::vector<std::string>{});
    }
  }
  CHECK(typed_numbers("TCP copies {run.lanes.tcp.copies} times, not 3 times").size() == 1);
  CHECK(typed_numbers("拷贝２次").size() == 1);
}

TEST_CASE("no number in a claim is typed by hand and its values come out of the claim's runs") {
  for (const ClaimSet& set : all_claims()) {
    for (const Claim& claim : set.claims) {
      INFO(claim.id);
      CHECK(typed_numbers(without_names(claim.text.zh)) == std::vector<std::string>{});
      CHECK(typed_numbers(without_names(claim.text.en)) == std::vector<std::string>{});
      for (const Piece& p : pieces_of(claim.text.en)) {
        CHECK((p.kind == "words" || p.kind == "value"));
        if (p.kind != "value") continue;
        for (const std::string& run : runs_in(p.text)) CHECK((run == "run" || set.runs.count(run)));
      }
    }
  }
  CHECK(typed_numbers(without_names("RDMA loses 1 %")).size() == 1);
  CHECK(typed_numbers(without_names("with code 1 it is later")).empty());
}

TEST_CASE("every value in a lesson comes out of a run that the lesson declares") {
  for (const Lesson& lesson : all_lessons()) {
    std::set<std::string> used;
    for (const Text& text : lesson.texts()) {
      for (const Piece& p : pieces_of(text.en)) {
        INFO(lesson.number << ": {" << p.text << "}");
        if (p.kind == "mark") used.insert(p.text.substr(0, p.text.find(' ')));
        if (p.kind == "scenario") used.insert(p.text);
        if (p.kind != "value") continue;
        const auto names = runs_in(p.text);
        CHECK_FALSE(names.empty());
        used.insert(names.begin(), names.end());
      }
    }
    for (const auto& [name, run] : lesson.runs) {
      // A run without settings may be there for the claims that are made of its scenario.
      if (run.settings.empty()) used.insert(name);
    }
    std::set<std::string> declared;
    for (const auto& [name, run] : lesson.runs) declared.insert(name);
    INFO(lesson.number);
    CHECK(used == declared);
  }
}

TEST_CASE("every constant of a lesson is used and every claim that it names exists") {
  for (const Lesson& lesson : all_lessons()) {
    std::set<std::string> used, declared;
    for (const Text& text : lesson.texts()) {
      for (const Piece& p : pieces_of(text.zh)) {
        if (p.kind == "const") used.insert(p.text);
        if (p.kind == "row" || p.kind == "stage") CHECK(Words::built_in().find(p.kind + '.' + p.text));
      }
    }
    for (const auto& [name, constant] : lesson.constants) declared.insert(name);
    CHECK(used == declared);
    for (const std::string& id : lesson.claims()) {
      INFO(lesson.number << ": " << id);
      const ClaimPlace place = claim_called(id);
      CHECK(place.claim->lesson == lesson.number);
      const std::string scenario = scenario_of(place, lesson);
      CHECK(std::any_of(lesson.runs.begin(), lesson.runs.end(),
                        [&](const auto& run) { return run.second.scenario == scenario; }));
    }
  }
}

TEST_CASE("runs of a lesson and commands of its hands-on name scenarios and keys that exist") {
  const std::set<std::string> commands{"run", "check", "waves", "diff", "lesson"};
  for (const Lesson& lesson : all_lessons()) {
    for (const auto& [name, run] : lesson.runs) {
      scenarios::Scenario scenario = scenarios::load(run.scenario);
      CHECK(scenario.id == run.scenario);
      for (const auto& [key, value] : run.settings) CHECK_NOTHROW(scenario.config.set(key, value, name));
      CHECK_NOTHROW(scenarios::check_lanes(scenario.config));
    }
    for (const Step& step : lesson.hands_on) {
      INFO(step.command);
      const auto words = words_of(step.command);
      REQUIRE(words.size() >= 3);
      CHECK(words[0] == "./rocelab");
      CHECK(commands.count(words[1]));
      if (words[1] == "diff" || words[1] == "lesson") continue;
      scenarios::Scenario scenario = scenarios::load(words[2]);
      for (std::size_t i = 3; i + 1 < words.size(); ++i) {
        if (words[i] != "--set") continue;
        const auto equals = words[i + 1].find('=');
        CHECK_NOTHROW(scenario.config.set(words[i + 1].substr(0, equals), words[i + 1].substr(equals + 1), "--set"));
      }
    }
  }
}

TEST_CASE("a lesson that loses packets says under which round trip, window and timer") {
  const Lesson& lesson = all_lessons().at(4);
  const auto conditions = references(lesson.parts.front().body.en);
  const auto names = [&](const std::string& piece) {
    return std::any_of(conditions.begin(), conditions.end(),
                       [&](const std::string& r) { return r.find(piece) != std::string::npos; });
  };
  CHECK(names("network.rtt"));
  CHECK(names("window_packets"));
  CHECK(names("timer_idle_ns"));
  for (const char* fair : {"l5.not_always_slower", "l5.falls_further", "l5.selective_repeat", "l5.timer_takes_most",
                           "l5.no_help_against_damage"}) {
    CHECK(lesson.claims().count(fair));
  }
}
