#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "app/program.h"
#include "support/catch.h"
#include "tlm/facts.h"

/// timeline.json as a strict reader sees it, held against the summary of the same run.
using namespace rocelab;
using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

struct Slice {
  Ps begin, end;
  std::string name;
};

/// Microseconds with six decimals are whole picoseconds.
Ps picoseconds(const Json& us) {
  REQUIRE(us.is_number());
  const double ps = us.get<double>() * 1e6;
  CHECK(std::fabs(ps - std::round(ps)) < 0.01);
  return static_cast<Ps>(std::llround(ps));
}

struct TimelineFile {
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> tracks;
  std::map<std::pair<int, int>, std::vector<Slice>> slices;
  Ps last = 0;

  explicit TimelineFile(const std::filesystem::path& file) {
    const Json whole = Json::parse(text_of(file));
    CHECK(whole["displayTimeUnit"] == "ns");
    for (const Json& e : whole.at("traceEvents")) read(e);
  }

  /// What stands on the track of that name, by the words of its slices, inside [begin, end].
  std::map<std::string, Ps> sums(const std::string& process, const std::string& track, Ps begin, Ps end) const {
    std::map<std::string, Ps> sum;
    for (const auto& [at, name] : tracks) {
      if (name != track || processes.at(at.first) != process) continue;
      for (const Slice& s : slices.at(at)) {
        const Ps inside = std::min(s.end, end) - std::max(s.begin, begin);
        if (inside > 0) sum[s.name] += inside;
      }
    }
    return sum;
  }

 private:
  void read(const Json& e) {
    const std::string phase = e.at("ph");
    const int process = e.at("pid");
    if (phase == "M") {
      if (e.at("name") == "process_name") CHECK(processes.emplace(process, e["args"].at("name")).second);
      if (e.at("name") == "thread_name")
        CHECK(tracks.emplace(std::pair{process, e.at("tid")}, e["args"]["name"]).second);
      return;
    }
    CHECK(processes.count(process));  // a name comes before what it names
    const Ps begin = picoseconds(e.at("ts"));
    CHECK(begin >= 0);
    last = std::max(last, begin);
    if (phase == "X") {
      CHECK(tracks.count({process, e.at("tid")}));
      const Ps end = begin + picoseconds(e.at("dur"));
      CHECK(end >= begin);
      last = std::max(last, end);
      slices[{process, e.at("tid")}].push_back({begin, end, e.at("name")});
    } else {
      CHECK(std::set<std::string>{"i", "C"}.count(phase));
    }
  }
};

/// Slices that begin before the one before them has ended, a text each.
std::vector<std::string> overlaps(const TimelineFile& file) {
  std::vector<std::string> all;
  for (const auto& [track, slices] : file.slices) {
    std::vector<Slice> sorted = slices;
    std::sort(sorted.begin(), sorted.end(),
              [](const Slice& a, const Slice& b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i].begin >= sorted[i - 1].end) continue;
      all.push_back(fmt::format("{}: {}, {}", file.tracks.at(track), sorted[i - 1].name, sorted[i].name));
    }
  }
  return all;
}

void check_totals(const TimelineFile& file, const Json& summary) {
  const auto ps = [](const Json& ns) { return static_cast<Ps>(std::llround(ns.get<double>() * 1e3)); };
  const Ps t0 = ps(summary["t0_ns"]);
  for (const auto& [name, lane] : summary["lanes"].items()) {
    for (const auto& [host, cores] : lane["cores"].items()) {
      for (const auto& [core, figures] : cores.items()) {
        const auto sums = file.sums(fmt::format("{} {}", name, host), core, t0, t0 + ps(lane["window_ns"]));
        for (const auto book : book_names) {
          INFO(name << " " << host << " " << core << " " << book);
          const auto shown = sums.find(std::string(book));
          CHECK((shown == sums.end() ? 0 : shown->second) == ps(figures[std::string(book)]));
        }
      }
    }
  }
}

void check_file(const std::string& run) {
  const Scratch folder;
  const Ran ran = rocelab_stdout("run " + run + " --json --out out", folder.path());
  REQUIRE(ran.status == 0);
  const Json summary = Json::parse(ran.out);
  const TimelineFile file(folder.path() / "out" / "timeline.json");
  CHECK(file.slices.size() > 20);
  CHECK(overlaps(file) == std::vector<std::string>{});
  check_totals(file, summary);
  // In nanoseconds or picoseconds it would end a thousand times or a million times later.
  const Ps simulated = static_cast<Ps>(summary["simulated_ns"].get<double>() * 1e3);
  CHECK(file.last <= simulated + 1);
  CHECK(file.last > simulated / 2);
  for (const auto& [at, name] : file.tracks) CHECK(name != "core0 (2)");  // a core does one thing at a time
}

}  // namespace

TEST_CASE("a strict reader takes the timeline of one message, and finds the totals of the summary") { check_file("1"); }
TEST_CASE("a strict reader takes the timeline of a stream, and finds the totals of the summary") {
  check_file("1 --set message.size=64KiB --set message.count=20 --set message.inflight=4");
}
TEST_CASE("a strict reader takes the timeline of a lossy run, and finds the totals of the summary") {
  check_file("20");
}
TEST_CASE("a strict reader takes the timeline of completion events, and finds the totals of the summary") {
  check_file("52");
}
TEST_CASE("a strict reader takes the timeline of a busy core, and finds the totals of the summary") {
  check_file("73");
}
TEST_CASE("a strict reader takes the timeline of two cores a host, and finds the totals of each") {
  check_file("37 --set waves.window=all");
}

TEST_CASE("a strict reader finds slices that overlap by a picosecond") {
  const Scratch folder;
  const auto written = [&](const std::string& second) {
    folder.put("t.json", R"({"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"name":"process_name","args":{"name":"tcp peer"}},
{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"core0"}},
{"ph":"X","pid":1,"tid":1,"name":"copy","ts":1.000000,"dur":2.000000},
{"ph":"X","pid":1,"tid":1,"name":"stack","ts":)" +
                             second + R"(,"dur":1.000000}]})");
    return TimelineFile(folder.path() / "t.json");
  };
  CHECK(overlaps(written("3.000000")) == std::vector<std::string>{});
  CHECK(overlaps(written("2.999999")) == std::vector<std::string>{"core0: copy, stack"});
  const auto sums = written("3.000000").sums("tcp peer", "core0", 2'000'000, 3'500'000);
  CHECK(sums == std::map<std::string, Ps>{{"copy", 1'000'000}, {"stack", 500'000}});
}
