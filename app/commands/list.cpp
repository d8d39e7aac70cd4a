#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "lessons/summary/text_table.h"
#include "scenarios/scenario.h"

namespace rocelab::app {
namespace {

struct ListOptions {
  bool json = false;
};

int list_as_json() {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const auto& s : scenarios::catalogue()) {
    all.push_back({{"id", s.id},
                   {"lesson", s.lessons.empty() ? Json(nullptr) : Json(s.lessons.front())},
                   {"lessons", s.lessons},
                   {"title", {{"zh", s.title.zh}, {"en", s.title.en}}},
                   {"question", {{"zh", s.question.zh}, {"en", s.question.en}}}});
  }
  fmt::print("{}\n", all.dump(2));
  return done;
}

int list_as_text() {
  std::vector<std::vector<std::string>> rows;
  for (const auto& s : scenarios::catalogue()) {
    rows.push_back({s.id, fmt::format("{}", fmt::join(s.lessons, ",")), s.title.zh, s.title.en});
  }
  fmt::print("{}", lessons::aligned(rows));
  return done;
}

}  // namespace

Command list_command() {
  auto options = std::make_shared<ListOptions>();
  return {"list", "every scenario: id, lessons, title", {{"--json", "as JSON", &options->json}}, [options] {
            return options->json ? list_as_json() : list_as_text();
          }};
}

}  // namespace rocelab::app
