#include "app/check/junit.h"

#include <fmt/format.h>

#include "lessons/summary/shown.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::ordered_json;

std::string test_case(const std::string& scenario, const std::string& name, const std::string& inside) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(scenario), xml_escaped(name));
  return inside.empty() ? head + "/>\n" : head + ">\n      " + inside + "\n    </testcase>\n";
}

std::string failure(const std::string& message) {
  return fmt::format("<failure message=\"{}\"/>", xml_escaped(message));
}

std::string outcome(const Json& claim, lessons::Language language) {
  if (claim["holds"] == true) return "";
  if (claim["holds"].is_null()) return "<skipped message=\"does not apply with these settings\"/>";
  return failure(fmt::format("{}: expected {}, measured {} {}",
                             claim["text"][language == lessons::Language::zh ? "zh" : "en"].get<std::string>(),
                             claim["expected"].get<std::string>(), lessons::shown(claim["measured"]),
                             claim["unit"].get<std::string>()));
}

std::string suite(const Checked& checked, lessons::Language language) {
  const std::string scenario = checked.summary["scenario"];
  std::string cases;
  std::size_t skipped = 0;
  for (const Json& claim : checked.summary["claims"]) {
    skipped += claim["holds"].is_null() ? 1 : 0;
    cases += test_case(scenario, claim["id"], outcome(claim, language));
  }
  for (const std::string& lane : checked.damaged_lanes()) cases += test_case(scenario, lane, failure(damaged_says));
  const Count count = checked.count();
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}  </testsuite>\n",
      xml_escaped(scenario), count.passed + count.failed + skipped, count.failed, skipped, cases);
}

}  // namespace

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' ? '?' : c;
    }
  }
  return out;
}

std::string junit(const std::vector<Checked>& all, lessons::Language language) {
  std::string suites;
  for (const Checked& checked : all) suites += suite(checked, language);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"rocelab\">\n" + suites + "</testsuites>\n";
}

}  // namespace rocelab::app
