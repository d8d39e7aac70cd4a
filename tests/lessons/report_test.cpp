#include "lessons/report/report.h"

#include <filesystem>
#include <regex>
#include <set>

#include "lessons/report/bundle.h"
#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "lessons/summary/rows.h"
#include "lessons/words/words.h"
#include "support/catch.h"
#include "support/shell.h"

using namespace rocelab;
using namespace rocelab::lessons;
using Json = nlohmann::ordered_json;

namespace {

Json sample_summary() { return with_claims(facts_of(test::sample_result()), {}); }

/// What the page's script element holds, as its viewer reads it.
Json facts_in(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="facts">)";
  const auto at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

std::string viewer() {
  std::string all;
  for (const auto& file : std::filesystem::directory_iterator(test::source_folder() + "/lessons/page")) {
    if (file.path().extension() == ".js") all += test::text_of(file.path());
  }
  return all;
}

std::set<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::set<std::string> all;
  for (std::sregex_iterator i(text.begin(), text.end(), wanted), end; i != end; ++i) all.insert((*i)[1]);
  return all;
}

}  // namespace

TEST_CASE("modules are bundled behind those they import, each once") {
  const Modules modules{{"top.js", "import { twice } from \"./low.js\";\nexport const four = twice(2);\n"},
                        {"low.js", "export function twice(n) {\n  return 2 * n;\n}\n"},
                        {"unused.js", "export const x = 1;\n"}};
  CHECK(bundled(modules, "top.js") == R"(// low.js
const $low = (() => {
function twice(n) {
  return 2 * n;
}
return { twice };
})();
// top.js
const $top = (() => {
const { twice } = $low;
const four = twice(2);
return { four };
})();
)");
}

TEST_CASE("what cannot be bundled is refused by its line") {
  const auto refused = [](std::string_view text) { return bundled({{"a.js", text}, {"b.js", "import { a } from \"./a.js\";"}}, "a.js"); };
  CHECK_THROWS_WITH(refused("import * as all from \"./b.js\";"), Contains("a.js: cannot be bundled: import * as all"));
  CHECK_THROWS_WITH(refused("export default 1;"), Contains("a.js: cannot be bundled"));
  CHECK_THROWS_WITH(refused("import { x } from \"./none.js\";"), Contains("none.js: no such module"));
  CHECK_THROWS_WITH(refused("import { b } from \"./b.js\";"), Contains("imports itself"));
}

TEST_CASE("the page carries all of summary.json, the table in both languages and the replay") {
  const Json summary = sample_summary();
  const std::string page = report_page(summary, {}, Language::zh);
  const Json facts = facts_in(page);
  CHECK(facts["summary"] == summary);
  CHECK(facts["language"] == "zh");
  CHECK(facts["table"]["en"].size() == facts["table"]["rows"].size() + 1);
  CHECK(facts["table"]["zh"][1][0] == "走哪条路");
  CHECK(facts["table"]["rows"][0] == "path");
  CHECK(facts["replay"]["recorded"] == false);
  CHECK_THAT(page, !Contains("{{"));
}

TEST_CASE("no text of a run can end the page's script element") {
  Json summary = sample_summary();
  summary["title"]["en"] = "</script><b>";
  summary["scenario"] = "a<b>&c";
  const std::string page = report_page(summary, {}, Language::en);
  CHECK(facts_in(page)["summary"]["title"]["en"] == "</script><b>");
  CHECK_THAT(page, Contains("<title>a&lt;b>&amp;c · rocelab</title>"));
}

TEST_CASE("times of the replay are whole picoseconds and what is unknown is null") {
  waves::Replay replay;
  replay.recorded = true;
  replay.hosts = {{"tcp", "local"}, {"tcp", "peer"}};
  replay.busy = {{"tcp", "local", "tcp.2", Unit::cpu, {{1, 2}, {5, 9}}}};
  replay.frames = {{0, -1, 1'234'567'890'123, 84'480, std::nullopt, "ACK psn 5", 0, 2, waves::Replay::Fate::lost}};
  replay.series = {{"tcp", "local.cwnd", 4, {{8, 1, 3, 2}}}};
  replay.frames.push_back({0, 1, 5, 1, 9, "ACK", 0, 1, waves::Replay::Fate::no_room, "rx_buffer"});
  replay.frames_seen = 7;
  replay.frames_until = 99;
  const Json json = report_facts(sample_summary(), replay, Language::en)["replay"];
  CHECK(json["frames"].dump() == R"([[0,-1,1234567890123,84480,null,"ACK psn 5",0,2,"lost"],[0,1,5,1,9,"ACK",0,1,"no_room","rx_buffer"]])");
  CHECK(json["busy"].dump() == R"([{"lane":"tcp","host":"local","what":"tcp.2","unit":"cpu","spans":[1,2,5,9]}])");
  CHECK(json["series"].dump() == R"([{"lane":"tcp","name":"local.cwnd","slot":4,"points":[[8,1,3,2]]}])");
  CHECK(json["frames_until"] == 99);
  CHECK(json["busy_until"].is_null());
  CHECK(json["window"].is_null());
  replay.window = {300, 400};
  CHECK(report_facts(sample_summary(), replay, Language::en)["replay"]["window"].dump() == "[300,400]");
}

TEST_CASE("every text that the viewer asks for is in the table, and none in it is never asked for") {
  const std::string scripts = viewer();
  for (const std::string& id : found(scripts, R"re("((?:page|heading|value)\.[a-z_.]*[a-z_])")re")) {
    INFO(id);
    CHECK(Words::built_in().find(id));
  }
  // Where a name is put together, its beginning stands in the script.
  for (const auto& [id, text] : Words::built_in().all()) {
    if (id.rfind("page.", 0) != 0) continue;
    INFO(id);
    const bool whole = scripts.find('"' + id + '"') != std::string::npos;
    const bool made = scripts.find('"' + id.substr(0, id.rfind('.') + 1) + '"') != std::string::npos;
    CHECK((whole || (id.find('.', 5) != std::string::npos && made) || id.rfind("page.core.", 0) == 0));
  }
}

TEST_CASE("the viewer asks nobody outside and builds no page out of text") {
  const std::string scripts = viewer();
  CHECK(found(scripts, R"re((https?://[^"]*))re") == std::set<std::string>{"http://www.w3.org/2000/svg"});  // a name
  CHECK_THAT(scripts, !Contains("fetch(") && !Contains("XMLHttpRequest") && !Contains("innerHTML"));
}
