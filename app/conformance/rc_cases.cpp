#include "app/conformance/rc_cases.h"

#include <fmt/format.h>

#include "app/conformance/rc_player.h"

namespace rocelab::app {
namespace {

using replay::Json;
using Verdict = CaseOutcome::Verdict;

constexpr std::string_view features[]{"selective_repeat"};

void check_requirements(const Json& c) {
  for (const Json& feature : c.value("requires", Json::array())) {
    bool known = false;
    for (const std::string_view f : features) known = known || feature == f;
    if (!known) throw Unsupported(fmt::format("requires {}", feature.dump()));
  }
}

void play(const Json& c, const Json& defaults, std::string& place) {
  replay::only(c,
               {"id", "part", "title", "side", "rule", "source", "confidence", "rxe", "note", "setup", "steps",
                "requires", "timed", "at_end"},
               "case");
  check_requirements(c);
  place = "setup: ";
  replay::Bench bench;
  replay::Application application(bench, replay::member(c, "setup", "case"), defaults);
  replay::Player player(bench, application, replay::flag_or(c, "timed", false, "case"));
  const Json& steps = replay::member(c, "steps", "case");
  if (!steps.is_array()) throw replay::Malformed("steps: no list");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    place = fmt::format("step {}: ", i);
    player.play(steps[i]);
  }
  place = "end: ";
  player.end(c.value("at_end", Json::object()));
}

CaseOutcome outcome(const Json& c, const Json& defaults, std::size_t index) {
  CaseOutcome o;
  const bool has_id = c.is_object() && c.contains("id") && c.at("id").is_string();
  o.id = has_id ? c.at("id").get<std::string>() : fmt::format("cases[{}]", index);
  std::string place;
  try {
    play(c, defaults, place);
  } catch (const Unsupported& what) {
    o.verdict = Verdict::skipped;
    o.reason = what.what();
  } catch (const std::exception& what) {
    // Whatever a device or a case does wrong ends this case alone.
    o.verdict = Verdict::failed;
    o.reason = place + what.what();
  }
  return o;
}

}  // namespace

bool is_rc_cases(const Json& document) {
  return document.is_object() && document.value("format", Json()) == "rc-cases/1";
}

std::vector<CaseOutcome> run_rc_cases(const Json& document) {
  if (!is_rc_cases(document)) throw std::runtime_error("not a document of format rc-cases/1");
  const auto cases = document.find("cases");
  if (cases == document.end() || !cases->is_array()) throw std::runtime_error("\"cases\" is not a list");
  const Json defaults = document.value("defaults", Json::object());
  if (!defaults.is_object()) throw std::runtime_error("\"defaults\" is not an object");
  std::vector<CaseOutcome> outcomes;
  for (std::size_t i = 0; i < cases->size(); ++i) outcomes.push_back(outcome((*cases)[i], defaults, i));
  return outcomes;
}

}  // namespace rocelab::app
