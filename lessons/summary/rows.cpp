#include "lessons/summary/rows.h"

#include <fmt/format.h>

#include <functional>

#include "lessons/summary/shown.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;
using Say = std::function<std::string(const std::string&)>;

constexpr const char* nothing = "–";  // there is no such figure

struct Row {
  const char* name;  // its words stand under row.<name>
  std::string (*cell)(const Json& lane, const Say&);
};

std::string value(const Json& lane, const char* member, const Say& say) {
  return say("value." + lane[member].get<std::string>());
}

std::string ends(const Json& both) {
  return duration(both["local"]["total"]) + " / " + duration(both["peer"]["total"]);
}

/// Figures of the road a message took; of a lane that failed they say how far it came.
constexpr Row rows[]{
    {"path", [](const Json& l, const Say& say) { return say("path." + l["path"].get<std::string>()); }},
    {"status", [](const Json& l, const Say& say) { return value(l, "status", say); }},
    {"payload",
     [](const Json& l, const Say& say) {
       return fmt::format("{} B, {}", l["payload_bytes"].dump(),
                          say(l["payload_intact"] ? "value.intact" : "value.damaged"));
     }},
    {"copies", [](const Json& l, const Say&) { return shown(l["copies"]); }},
    {"syscalls", [](const Json& l, const Say&) { return shown(l["syscalls"]); }},
    {"context_switches", [](const Json& l, const Say&) { return shown(l["context_switches"]); }},
    {"interrupts", [](const Json& l, const Say&) { return shown(l["interrupts"]); }},
    {"transport_in",
     [](const Json& l, const Say& say) {
       return l["transport_in"] == "none" ? std::string(nothing) : value(l, "transport_in", say);
     }},
    {"peer_cpu", [](const Json& l, const Say& say) { return value(l, "peer_cpu", say); }},
    {"cpu_stages", [](const Json& l, const Say&) { return shown(l["cpu_stages"]); }},
    {"cpu_ns", [](const Json& l, const Say&) { return ends(l["cpu_ns"]); }},
    {"cores",
     [](const Json& l, const Say&) {
       std::string all;
       for (const auto& [host, cores] : l["cores"].items()) {
         if (cores.size() < 2) continue;  // the row of CPU time has it
         all += (all.empty() ? "" : ", ") + host;
         for (const auto& [name, core] : cores.items())
           all += fmt::format(" {:.0f} %", 100 * (1 - core["idle"].get<double>() / l["window_ns"].get<double>()));
       }
       return all.empty() ? std::string(nothing) : all;
     }},
    {"core_wait",
     [](const Json& l, const Say&) {
       const Json& counters = l["counters"];
       if (!counters.contains("neighbour_ps")) return std::string(nothing);
       return duration(counters.value("run_queue_wait_ps", 0.0) / 1e3);
     }},
    {"latency",
     [](const Json& l, const Say&) {
       return l["status"] == "delivered" ? duration(l["latency_ns"]) : std::string(nothing);
     }},
    {"round_trip",
     [](const Json& l, const Say&) {
       const Json& r = l["round_trip"];
       if (r.is_null()) return std::string(nothing);
       return duration(r["min_ns"]) + " / " + duration(r["median_ns"]) + " / " + duration(r["p99_ns"]);
     }},
    {"goodput", [](const Json& l, const Say&) { return fmt::format("{:.3f} Gb/s", l["goodput_gbps"].get<double>()); }},
    {"retained",
     [](const Json& l, const Say&) {
       return l["retained"].is_null() ? std::string(nothing)
                                      : fmt::format("{:.1f} %", l["retained"].get<double>() * 100);
     }},
    {"retained_cost",
     [](const Json& l, const Say& say) {
       if (l["retained_run"].is_null()) return std::string(nothing);
       const Json& r = l["retained_run"];
       const auto share = [&](const char* of) { return r[of].get<double>() / r["window_ns"].get<double>() * 100; };
       return fmt::format("{} {:.1f} %, {} {:.1f} %", say("value.window"), share("window_waste_ns"), say("value.timer"),
                          share("timer_idle_ns"));
     }},
    {"lost",
     [](const Json& l, const Say&) {
       std::string causes;
       for (const auto& [cause, n] : l["wire"]["dropped_by"].items()) {
         causes += (causes.empty() ? " (" : ", ") + cause + " " + n.dump();
       }
       return l["wire"]["dropped"].dump() + causes + (causes.empty() ? "" : ")");
     }},
    {"congestion",
     [](const Json& l, const Say&) {
       const Json& w = l["wire"];
       return w["pauses"].dump() + " / " + w["ecn_marked"].dump() + " / " + w["cnps"].dump();
     }},
    {"fairness",
     [](const Json& l, const Say&) {
       return l["flows"].size() < 2 ? std::string(nothing)
                                    : fmt::format("{:.3f} ({})", l["fairness"].get<double>(), l["flows"].size());
     }},
    {"deadlock",
     [](const Json& l, const Say&) {
       if (l["deadlock"].is_null()) return std::string(nothing);
       std::string circle;
       for (const Json& name : l["deadlock"]) circle += name.get<std::string>() + " → ";
       return circle + l["deadlock"][0].get<std::string>();
     }},
    {"retransmitted", [](const Json& l, const Say&) { return l["retransmitted_frames"].dump(); }},
    {"window_waste", [](const Json& l, const Say&) { return duration(l["loss_cost"]["window_waste_ns"]); }},
    {"timer_idle", [](const Json& l, const Say&) { return duration(l["loss_cost"]["timer_idle_ns"]); }},
    {"window_packets",
     [](const Json& l, const Say&) {
       const Json& w = l["loss_cost"]["window_packets"];
       return w.is_null() ? std::string(nothing) : shown(w);
     }},
    {"nic_to_nic",
     [](const Json& l, const Say&) {
       return fmt::format("{} ({} B)", duration(l["wire"]["nic_to_nic_ns"]), l["wire"]["probe_frame_bytes"].dump());
     }},
    {"pcie",
     [](const Json& l, const Say&) {
       const auto sum = [&](std::initializer_list<const char*> ids) {
         std::uint64_t n = 0;
         for (const char* id : ids) n += l["counters"].value(id, std::uint64_t{0});
         return n;
       };
       const std::uint64_t all = sum({"pcie.to_host_octets", "pcie.to_device_octets"});
       const std::uint64_t data = sum({"pcie.written_octets", "pcie.read_octets", "pcie.stored_octets"});
       if (all == 0) return std::string(nothing);
       return fmt::format("{} B, {:.1f} %", all, 100 * static_cast<double>(data) / static_cast<double>(all));
     }},
    {"setup", [](const Json& l, const Say&) { return duration(l["setup"]["ns"]); }},
};

}  // namespace

std::vector<std::vector<std::string>> comparison(const Json& summary, Language language) {
  const Say say = [&](const std::string& id) { return in(language, Words::built_in().get(id)); };
  std::vector<std::vector<std::string>> table(1, {""});
  for (const auto& [name, lane] : summary["lanes"].items()) table[0].push_back(name);
  for (const Row& row : rows) {
    std::vector<std::string> line{say(std::string("row.") + row.name)};
    for (const auto& [name, lane] : summary["lanes"].items()) line.push_back(row.cell(lane, say));
    table.push_back(std::move(line));
  }
  return table;
}

std::vector<std::string> row_ids() {
  std::vector<std::string> ids;
  for (const Row& row : rows) ids.emplace_back(row.name);
  return ids;
}

}  // namespace rocelab::lessons
