#include "lessons/words/words.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "lessons/words/explain.h"
#include "support/catch.h"
#include "support/places.h"
#include "transport/rc/status.h"

using namespace rocelab::lessons;
namespace scenarios = rocelab::scenarios;
namespace fs = std::filesystem;

namespace {

/// Everything that `pattern` captures in the sources of the models.
std::set<std::string> declared(const std::string& pattern) {
  const std::regex wanted(pattern);
  std::set<std::string> found;
  for (const char* room : {"transport", "hw", "host", "scenarios"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(rocelab::test::source_folder()) / room)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const std::string source = text.str();
      for (std::sregex_iterator i(source.begin(), source.end(), wanted), end; i != end; ++i) found.insert((*i)[1]);
    }
  }
  return found;
}

std::set<std::string> places(const std::string& text) {
  const std::regex place(R"(\{(\w+)(:[^}]+)?\})");
  std::set<std::string> names;
  for (std::sregex_iterator i(text.begin(), text.end(), place), end; i != end; ++i) names.insert((*i)[1]);
  return names;
}

}  // namespace

TEST_CASE("every text stands in both languages and speaks of the same values") {
  CHECK(Words::built_in().incomplete() == std::vector<std::string>{});
  for (const auto& [id, text] : Words::built_in().all()) {
    INFO(id);
    CHECK(places(text.zh) == places(text.en));
  }
}

TEST_CASE("a sentence counts one thing in the singular and more of them in the plural") {
  const std::string sentence = "{pages:page/pages} pinned";
  CHECK(fill(sentence, {{"pages", 1}}) == "1 page pinned");
  CHECK(fill(sentence, {{"pages", 0}}) == "0 pages pinned");
  CHECK(fill(sentence, {{"pages", 256}}) == "256 pages pinned");
  CHECK(fill(sentence, {}) == "? pinned");
  CHECK(fill("{events:event is/events are} left", {{"events", 1}}) == "1 event is left");
}

TEST_CASE("what one English sentence counts by ONE or MANY no other counts in the plural alone") {
  const std::regex form(R"(\{\w+:[^/}]+/([^}]+)\})");
  std::set<std::string> plurals;
  for (const auto& [id, text] : Words::built_in().all()) {
    for (std::sregex_iterator i(text.en.begin(), text.en.end(), form), end; i != end; ++i) plurals.insert((*i)[1]);
  }
  CHECK(plurals.count("bytes"));
  for (const auto& [id, text] : Words::built_in().all()) {
    INFO(id);
    for (const std::string& many : plurals) CHECK(text.en.find("} " + many) == std::string::npos);
  }
}

TEST_CASE("a text without its other language is found") {
  const Words words("[row]\na = { zh = \"甲\" }\nb = { zh = \"乙\", en = \"b\" }\n");
  CHECK(words.incomplete() == std::vector<std::string>{"row.a"});
}

TEST_CASE("every moment that a model can report has words") {
  for (const std::string& kind : declared(R"re(MomentKind\s+\w+\s*\{\s*"([^"]+)")re")) {
    INFO(kind);
    REQUIRE(Words::built_in().find("moment." + kind));
    const std::string brief = Words::built_in().brief("moment." + kind);
    CHECK(brief.size() <= 24);
    CHECK(std::all_of(brief.begin(), brief.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

TEST_CASE("every stage that a model can report has words") {
  for (const std::string& stage : declared(R"re(\bStage\s+\w+\s*\{\s*"([^"]+)")re")) {
    INFO(stage);
    CHECK(Words::built_in().find("stage." + stage));
  }
}

TEST_CASE("every completion status that fails a run is explained") {
  for (const std::string_view status : rocelab::rc::status_names) {
    if (status == "SUCCESS") continue;
    const std::string code = "IBV_WC_" + std::string(status);
    INFO(code);
    CHECK(Words::built_in().find("failure." + code + ".why"));
    CHECK(Words::built_in().find("failure." + code + ".fix"));
  }
}

TEST_CASE("every rule by which a verbs call is refused has its reason and its cure") {
  const auto rules = declared(R"re(MomentKind\s+refused_\w+\s*\{\s*"([^"]+)")re");
  CHECK(rules.size() >= 20);
  for (const std::string& rule : rules) {
    INFO(rule);
    CHECK(Words::built_in().find("failure." + rule + ".why"));
    CHECK(Words::built_in().find("failure." + rule + ".fix"));
  }
}

TEST_CASE("a failure is explained by the most that is known of it") {
  const auto why = [](const scenarios::Failure& f) { return explain(f).why.en; };
  CHECK_THAT(why({"rdma.post", "EINVAL", {{"qpn", 7}, {"state", 1}}, "verbs.state"}), Contains("QP 7 is in INIT"));
  CHECK_THAT(why({"rdma.dma_write", "IBV_WC_REM_ACCESS_ERR", {{"key", 16}, {"fault", 1}, {"mixed_up", 0}}, ""}),
             Contains("knows no rkey 0x10"));
  CHECK_THAT(why({"rdma.dma_write",
                  "IBV_WC_REM_ACCESS_ERR",
                  {{"key", 16}, {"fault", 1}, {"mixed_up", 1}, {"right_key", 17}},
                  ""}),
             Contains("0x10 is the lkey") && Contains("rkey 0x11"));
  CHECK_THAT(why({"rdma.cqe",
                  "IBV_WC_REM_INV_REQ_ERR",
                  {{"objection", 4}, {"given", 9}, {"allowed", 8}},
                  "rdma.invalid_request"}),
             Contains("9 READs") && Contains("room for 8"));
  CHECK_THAT(why({"rdma.ack", "IBV_WC_RETRY_EXC_ERR", {{"qpn", 5}}, "rdma.no_such_qp"}), Contains("has no QP 5"));
  CHECK_THAT(why({"rdma.ack", "IBV_WC_RETRY_EXC_ERR", {}, ""}), Contains("no ACK came"));
}

TEST_CASE("flags are shown by their names") {
  CHECK(fill("{a:access}", {{"a", 5}}) == "LOCAL_WRITE | REMOTE_READ");
  CHECK(fill("{a:access}", {{"a", 0}}) == "0");
  CHECK(fill("{a:access}", {{"a", 1u << 20}}) == "0x100000");
  CHECK(fill("{b:qp_attr}", {{"b", 1u << 13}}) == "MAX_QP_RD_ATOMIC");
}

TEST_CASE("values are filled in, in decimal or hexadecimal, a missing one shows") {
  CHECK(fill("{bytes} B, rkey {rkey:x}", {{"bytes", 4096}, {"rkey", 0xbeef}}) == "4096 B, rkey 0xbeef");
  CHECK(fill("{psn}!", std::map<std::string, std::uint64_t>{}) == "?!");
  CHECK(fill("to {state:qp_state}", {{"state", 3}}) == "to RTS");
  CHECK(fill("to {state:qp_state}", {{"state", 9}}) == "to 9");
  CHECK(fill("{open", {{"open", 1}}) == "{open");
}

TEST_CASE("an unknown moment or failure degrades to its name") {
  CHECK(describe({"new.kind", "tcp", "local", 0, {}}).zh == "new.kind");
  const Explanation unknown = explain({"rdma.post", "IBV_WC_NEW", {}});
  CHECK_FALSE(unknown.why.zh.empty());
  CHECK_FALSE(unknown.fix.en.empty());
  CHECK_THAT(explain({"rdma.post", "IBV_WC_LOC_PROT_ERR", {}}).why.en, Contains("lkey"));
}
