#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

/// The third column of the table in docs/validation.md, by the first.
std::map<std::string, double> cycles_in_the_docs() {
  std::istringstream text(text_of(source_folder() + "/docs/validation.md"));
  std::map<std::string, double> cycles;
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line);
    std::string none, name, published, model;
    if (line.rfind("| ", 0) != 0) continue;
    std::getline(cells, none, '|'), std::getline(cells, name, '|');
    std::getline(cells, published, '|'), std::getline(cells, model, '|');
    std::istringstream number(model);
    double n = 0;
    if (number >> n) cycles[name.substr(1, name.size() - 2)] = n;
  }
  return cycles;
}

}  // namespace

TEST_CASE("what the docs say of the ledger behind row K7 is what a run books") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("run '" + source_folder() + "/app/validate/testbeds/sigcomm21.toml' --json --no-waves",
                                 folder.path());
  REQUIRE(ran.status == 0);
  const auto tcp = nlohmann::json::parse(ran.out)["lanes"]["tcp"];
  const auto& peer = tcp["cpu_ns"]["peer"];
  const auto told = cycles_in_the_docs();
  const std::map<std::string, std::string> rows{{"copy to user", "copy"},
                                                {"TCP/IP", "stack"},
                                                {"driver and memory allocation", "softirq"},
                                                {"interrupts and other", "interrupt"},
                                                {"system calls", "syscall"},
                                                {"scheduling", "scheduling"},
                                                {"all", "total"}};
  for (const auto& [row, heading] : rows) {
    INFO(row);
    REQUIRE(told.count(row));
    // Cycles of 3.4 GHz a frame of 9000 B.
    const double booked = peer[heading].get<double>() * 3.4 / tcp["payload_bytes"].get<double>() * 9000;
    CHECK(std::round(booked) == told.at(row));
  }
}
