#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

/// The cells behind the name of a line of docs/nic_resources.md, without blanks.
std::vector<std::string> cells_of(const std::string& name) {
  std::istringstream text(text_of(source_folder() + "/docs/nic_resources.md"));
  const std::string begin = "| " + name + " |";
  std::vector<std::string> all;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(begin, 0) != 0) continue;
    std::istringstream cells(line.substr(begin.size()));
    for (std::string cell; std::getline(cells, cell, '|');) {
      cell.erase(std::remove(cell.begin(), cell.end(), ' '), cell.end());
      all.push_back(cell);
    }
  }
  return all;
}

/// Million READs a second of scenario 70.
double rate(const std::string& connections) {
  const Scratch folder;
  const Ran ran = rocelab_stdout("run 70 --no-waves --json --set rdma.connections=" + connections, folder.path());
  REQUIRE(ran.status == 0);
  const auto lane = nlohmann::json::parse(ran.out)["lanes"]["rdma"];
  return lane["messages"].get<double>() * 1e3 / lane["window_ns"].get<double>();
}

}  // namespace

TEST_CASE("the knee on the page about the NIC's resources is what scenario 70 measures") {
  const auto connections = cells_of("connections"), told = cells_of("million READs a second");
  REQUIRE(connections.size() > 5);
  REQUIRE(connections.size() == told.size());
  double most = 0;
  for (std::size_t i = 0; i < told.size(); ++i) {
    INFO(connections[i] << " connections");
    const double measured = rate(connections[i]);
    CHECK(fmt::format("{:.2f}", measured) == told[i]);
    most = std::max(most, measured);
  }
  // Where half is left, as the text says: to the next fifty.
  const std::string page = text_of(source_folder() + "/docs/nic_resources.md"), phrase = "half is left at about ";
  const auto at = page.find(phrase);
  REQUIRE(at != std::string::npos);
  const int half = std::stoi(page.substr(at + phrase.size()));
  CHECK(rate(std::to_string(half - 50)) > most / 2);
  CHECK(rate(std::to_string(half + 50)) < most / 2);
}
