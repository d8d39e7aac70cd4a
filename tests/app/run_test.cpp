#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"
#include "support/places.h"

using namespace rocelab::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& e : fs::recursive_directory_iterator(folder)) {
    if (e.is_regular_file()) names.push_back(fs::relative(e.path(), folder).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("run 1 leaves summary, waveform and capture, and every claim holds") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("run 1", folder.path());
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("memory copies") && Contains("runs/01-write-4k/trace.gtkw") &&
                          Contains("runs/01-write-4k/report.html"));
  const fs::path left = folder.path() / "runs/01-write-4k";
  for (const char* file : {"summary.txt", "summary.json", "trace.vcd", "trace.gtkw", "wire.pcapng", "timeline.json",
                           "report.html"}) {
    INFO(file);
    CHECK(fs::file_size(left / file) > 0);
  }
  CHECK(ran.out.rfind(text_of(left / "summary.txt"), 0) == 0);
  const Json summary = Json::parse(text_of(left / "summary.json"));
  CHECK(summary["claims"].size() >= 26);
  for (const Json& claim : summary["claims"]) {
    INFO(claim.dump());
    CHECK(claim["holds"] == true);
  }
}

TEST_CASE("run --json prints summary.json and nothing else") {
  const Scratch folder;
  const Ran ran = run_rocelab("run 1 --json --no-waves", folder.path());
  CHECK(ran.status == 0);
  CHECK(ran.out == text_of(folder.path() / "runs/01-write-4k/summary.json"));
  CHECK_FALSE(fs::exists(folder.path() / "runs/01-write-4k/trace.vcd"));
  CHECK(Json::parse(ran.out)["schema"] == 1);
}

TEST_CASE("two runs leave byte-identical folders") {
  const Scratch folder;
  run_rocelab("run 1 --out a", folder.path());
  run_rocelab("run 1 --out b", folder.path());
  const auto names = files_in(folder.path() / "a");
  CHECK(names.size() >= 5);
  CHECK(names == files_in(folder.path() / "b"));
  for (const auto& name : names) {
    INFO(name);
    CHECK(text_of(folder.path() / "a" / name) == text_of(folder.path() / "b" / name));
  }
}

TEST_CASE("a payload of any size arrives intact on both lanes") {
  const Scratch folder;
  for (const char* size : {"1", "4095", "65537", "1000000"}) {
    shell(std::string("head -c ") + size + " /dev/urandom >bytes.bin", folder.path());
    const Ran ran = run_rocelab("run 1 --no-waves --json --payload bytes.bin", folder.path());
    INFO(size << "\n" << ran.out);
    REQUIRE(ran.status == 0);
    const Json summary = Json::parse(ran.out);
    for (const auto& [name, lane] : summary["lanes"].items()) {
      CHECK(lane["payload_intact"] == true);
      CHECK(lane["payload_bytes"] == std::stoul(size));
    }
  }
}

TEST_CASE("run --set reaches the model, a claim that no longer applies is null") {
  const Scratch folder;
  const Json summary = Json::parse(
      rocelab_stdout("run 1 --no-waves --json --set message.size=64KiB --set network.mtu=4096", folder.path()).out);
  CHECK(summary["config"]["message"]["size"] == "64KiB");
  CHECK(summary["lanes"]["rdma"]["payload_bytes"] == 65536);
  const Ran failed = rocelab_stdout("run 1 --no-waves --json --set rdma.registered=false", folder.path());
  CHECK(failed.status == 0);
  const Json refused = Json::parse(failed.out);
  CHECK(refused["lanes"]["rdma"]["status"] == "failed");
  CHECK(refused["lanes"]["tcp"]["status"] == "delivered");
  for (const Json& claim : refused["claims"]) {
    if (claim["id"] == "l2.zero_copy") CHECK(claim["holds"].is_null());
    if (claim["id"] == "l1.copies") CHECK(claim["holds"] == true);
  }
}

TEST_CASE("a file that cannot be written in full is an error that names it") {
  const Scratch folder;
  const Ran ran =
      shell("ulimit -f 8; trap '' XFSZ; '" + rocelab::test::build_folder() + "/app/rocelab' run 1 2>&1 >/dev/null",
            folder.path());
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("runs/01-write-4k/"));
}

TEST_CASE("Ctrl-C ends a run with its files complete and readable") {
  const Scratch folder;
  const Ran ran = shell("timeout -s INT 2 '" + rocelab::test::build_folder() +
                            "/app/rocelab' run 1 --set message.count=1000000 >/dev/null 2>&1; echo $?",
                        folder.path());
  CHECK(ran.out == "124\n");  // timeout's own: the program ended of the signal it sent
  const fs::path left = folder.path() / "runs/01-write-4k";
  CHECK(Json::parse(text_of(left / "summary.json"))["schema"] == 1);
  CHECK_NOTHROW(Json::parse(text_of(left / "timeline.json")));
  CHECK_THAT(text_of(left / "trace.gtkw"), Contains("[dumpfile]"));
  CHECK(fs::file_size(left / "wire.pcapng") > 1000);
}

TEST_CASE("a Ctrl-C that arrives twice at once is one, and a second one later ends the program as it is") {
  const Scratch folder;
  const std::string run = "'" + rocelab::test::build_folder() + "/app/rocelab' run 1 --set message.count=1000000";
  const Ran twice = shell(run +
                              " >/dev/null 2>&1 & p=$!; sleep 1; for i in 1 2 3 4 5; do kill -INT $p 2>/dev/null; "
                              "sleep 0.01; done; wait $p; echo $?",
                          folder.path());
  CHECK(twice.out == "130\n");
  CHECK(Json::parse(text_of(folder.path() / "runs/01-write-4k/summary.json"))["schema"] == 1);
}

TEST_CASE("check prints a line per claim and the sum at the end") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("check 1", folder.path());
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("PASS  01-write-4k  l1.copies"));
  CHECK_THAT(ran.out.substr(ran.out.rfind('\n', ran.out.size() - 2) + 1), Contains(" passed, 0 failed\n"));
  CHECK(files_in(folder.path()).empty());
}
