#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"
#include "waves/vcd_values.h"

using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

std::string without_first_line_of(std::string text, const std::string& with) {
  const auto at = text.find(with);
  return text.erase(at, text.find('\n', at) - at);
}

Json summary_without_recording(const std::filesystem::path& folder) {
  Json summary = Json::parse(text_of(folder / "summary.json"));
  summary["config"].erase("waves");
  return summary;
}

}  // namespace

TEST_CASE("an FST and a VCD of the same run hold the same changes, and one view opens both") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 1 --out vcd", folder.path()).status == 0);
  REQUIRE(run_rocelab("run 1 --out fst --format fst", folder.path()).status == 0);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "fst/trace.vcd"));
  const std::string view = text_of(folder.path() / "fst/trace.gtkw");
  CHECK_THAT(view, Contains("[dumpfile] \"trace.fst\""));
  CHECK(without_first_line_of(view, "[dumpfile]") ==
        without_first_line_of(text_of(folder.path() / "vcd/trace.gtkw"), "[dumpfile]"));
  REQUIRE(shell("fst2vcd -f fst/trace.fst -o back.vcd", folder.path()).status == 0);
  const VcdValues vcd = read_vcd(folder.path() / "vcd/trace.vcd"), back = read_vcd(folder.path() / "back.vcd");
  CHECK(back.rows == vcd.rows);
  CHECK(back.last == vcd.last);
}

TEST_CASE("a run leaves one waveform: that of another format from an earlier run goes") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 4 --out r --format fst", folder.path()).status == 0);
  REQUIRE(run_rocelab("run 4 --out r", folder.path()).status == 0);
  CHECK(std::filesystem::exists(folder.path() / "r/trace.vcd"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "r/trace.fst"));
}

TEST_CASE("a window and a level make the files small and leave every result as it is") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 6 --out whole", folder.path()).status == 0);
  REQUIRE(
      run_rocelab("run 6 --out part --set waves.window=t0,t0+30us --set waves.level=states", folder.path()).status ==
      0);
  CHECK(summary_without_recording(folder.path() / "part") == summary_without_recording(folder.path() / "whole"));
  for (const char* file : {"trace.vcd", "wire.pcapng", "timeline.json"}) {
    INFO(file);
    CHECK(std::filesystem::file_size(folder.path() / "part" / file) * 4 <
          std::filesystem::file_size(folder.path() / "whole" / file));
  }
  const VcdValues part = read_vcd(folder.path() / "part/trace.vcd");
  CHECK(part.last - part.first == 30'000'000);
}

TEST_CASE("a window that lies behind the run is said, with the times of the run") {
  const Scratch folder;
  const Ran ran = run_rocelab("run 1 --set waves.window=1s,2s", folder.path());
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("waves.window begins at 1000000.000 us, but the run lasted from 0 to 1236.775 us"));
}

TEST_CASE("the scenarios of long networks leave files that a mail takes") {
  const Scratch folder;
  for (const char* scenario : {"82", "89"}) {
    INFO(scenario);
    REQUIRE(run_rocelab(std::string("run ") + scenario + " --out r", folder.path()).status == 0);
    for (const char* file : {"trace.vcd", "wire.pcapng", "timeline.json"}) {
      INFO(file);
      CHECK(std::filesystem::file_size(folder.path() / "r" / file) < 25'000'000);
    }
  }
}

TEST_CASE("the strict reader passes the trace of a run and names the line of a planted fault") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 1 --out r", folder.path()).status == 0);
  const Ran good = run_rocelab("vcd r/trace.vcd", folder.path());
  CHECK(good.status == 0);
  CHECK(good.out == "1 passed, 0 failed\n");
  std::string text = text_of(folder.path() / "r/trace.vcd");
  folder.put("cut.vcd", text.substr(0, text.size() - 1));
  const Ran bad = run_rocelab("vcd r/trace.vcd cut.vcd", folder.path());
  CHECK(bad.status == 1);
  CHECK_THAT(bad.out, Contains("FAIL cut.vcd: line ") && Contains("newline") && Contains("1 passed, 1 failed\n"));
  CHECK(run_rocelab("vcd nowhere.vcd", folder.path()).status == 2);
}
