#include <fstream>
#include <sstream>

#include "host/os/cost_table.h"
#include "support/catch.h"
#include "support/sheet.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

struct PageRow {
  double value = 0;
  std::string unit, source;
};

std::string page() {
  std::ostringstream text;
  text << std::ifstream(test::source_folder() + "/docs/kernel.md").rdbuf();
  return text.str();
}

/// The table of docs/kernel.md by the cost's name.
std::map<std::string, PageRow> table() {
  std::map<std::string, PageRow> rows;
  std::istringstream text(page());
  const std::string begin = "| `kernel.";
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(begin, 0) != 0) continue;
    std::istringstream cells(line.substr(begin.size()));
    std::string name, value;
    PageRow row;
    std::getline(cells, name, '`'), std::getline(cells, value, '|');
    std::getline(cells, value, '|'), std::getline(cells, row.source, '|');
    std::istringstream(value) >> row.value >> row.unit;
    rows[name] = row;
  }
  return rows;
}

std::string shown(std::string_view unit) {
  if (unit == "ghz") return "GHz";
  if (unit == "gbytes") return "GB/s";
  return unit == "cycles_per_byte" ? "cycles/B" : std::string(unit);
}

}  // namespace

TEST_CASE("the page about the kernel has every cost with the number and the source of the base profile") {
  const toml::table file = toml::parse_file(test::source_folder() + "/host/os/profiles/linux.toml");
  const auto rows = table();
  CHECK(rows.size() == cost_parameters().size());
  for (const CostParameter& p : cost_parameters()) {
    INFO(p.name);
    REQUIRE(rows.count(std::string(p.name)));
    const PageRow& row = rows.at(std::string(p.name));
    const toml::table& entry = *file[p.name].as_table();
    CHECK(row.value == entry[p.unit].value<double>());
    CHECK(row.unit == shown(p.unit));
    const auto source = entry["row"].value<std::string>();
    CHECK_THAT(row.source,
               Contains(source ? "`" + *source + "`" : "assumption: " + *entry["assumption"].value<std::string>()));
    if (const toml::array* parts = entry["holds"].as_array()) {
      for (const toml::node& part : *parts) CHECK_THAT(row.source, Contains(part.value_or<std::string>("")));
    }
  }
}

TEST_CASE("what the page about the kernel says in words is what the profiles hold") {
  const KernelCosts base = KernelCosts::named("linux"), cai = KernelCosts::named("sigcomm21");
  CHECK_THAT(page(), Contains("`kernel.tx_per_skb=" + std::to_string(base.tx_per_skb) + "`"));
  CHECK_THAT(page(), Contains("`kernel.page` is " + std::to_string(cai.page) + " cycles there"));
  unsigned differ = 0;
  for (const CostParameter& p : cost_parameters()) differ += p.get(base) != p.get(cai);
  CHECK(differ == 1);
}
