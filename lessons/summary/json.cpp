#include "lessons/summary/json.h"

#include <cmath>

#include "lessons/letters.h"
#include "lessons/summary/config_tree.h"
#include "lessons/words/explain.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;
using namespace scenarios;

constexpr std::string_view unit_names[]{"app", "cpu", "dma", "nic", "wire", "switch"};

double ns(Ps t) { return static_cast<double>(t) / 1e3; }

Json text(const Text& t) { return {{"zh", t.zh}, {"en", t.en}}; }

/// A total per message: whole where it is whole, else with three decimals.
Json per_message(std::uint64_t total, std::uint64_t messages) {
  if (messages == 0 || total % messages == 0) return messages == 0 ? total : total / messages;
  return std::round(static_cast<double>(total) * 1e3 / static_cast<double>(messages)) / 1e3;
}

Json cpu_ns(const CpuTime& cpu) {
  Json out = Json::object();
  for (std::size_t i = 0; i < book_count; ++i) out[std::string(book_names[i])] = ns(cpu.by_book[i]);
  out["total"] = ns(cpu.total());
  return out;
}

Json figures(const EndFigures& f) {
  return {{"cpu_ns", cpu_ns(f.cpu)}, {"memory_bytes", f.memory_bytes}, {"dma_bytes", f.dma_bytes}};
}

/// All headings of a core and the rest are the window, to the picosecond.
Json core(const CoreFigures& c) {
  Json out = cpu_ns(c.cpu);
  out["neighbour"] = ns(c.neighbour);
  out["idle"] = ns(c.idle);
  return out;
}

/// The figures of both ends, heading by heading.
void put_ends(Json& out, const EndFigures& local, const EndFigures& peer) {
  out["cpu_ns"] = {{"local", cpu_ns(local.cpu)}, {"peer", cpu_ns(peer.cpu)}};
  out["memory_bytes"] = {{"local", local.memory_bytes}, {"peer", peer.memory_bytes}};
  out["dma_bytes"] = {{"local", local.dma_bytes}, {"peer", peer.dma_bytes}};
}

Json failure(const std::optional<Failure>& f) {
  if (!f) return nullptr;
  const Explanation words = explain(*f);
  return {{"at", f->at}, {"code", f->code}, {"why", text(words.why)}, {"fix", text(words.fix)}};
}

Json wire(const WireFigures& w) {
  return {{"nic_to_nic_ns", ns(w.nic_to_nic)},
          {"probe_frame_bytes", w.probe_frame_bytes},
          {"frames", w.frames},
          {"bytes", w.bytes},
          {"dropped", w.dropped},
          {"corrupted", w.corrupted},
          {"ecn_marked", w.ecn_marked},
          {"pauses", w.pauses},
          {"cnps", w.cnps}};
}

Json loss_cost(const LossCost& c) {
  return {
      {"resent", c.resent},
      {"window_waste_ns", ns(c.window_waste)},
      {"timer_idle_ns", ns(c.timer_idle)},
      {"losses_told", c.told},
      {"window_packets",
       c.told == 0 ? Json(nullptr)
                   : Json(std::round(static_cast<double>(c.sent_since) * 1e3 / static_cast<double>(c.told)) / 1e3)}};
}

Json round_trip(const std::optional<RoundTrips>& r) {
  if (!r) return nullptr;
  return {{"count", r->count}, {"min_ns", ns(r->min)}, {"median_ns", ns(r->median)}, {"p99_ns", ns(r->p99)}};
}

double three_decimals(double x) { return std::round(x * 1e3) / 1e3; }

Json retained_run(const std::optional<RetainedRun>& r) {
  if (!r) return nullptr;
  Json out{{"goodput_gbps", three_decimals(r->goodput_gbps)},
           {"without_gbps", three_decimals(r->without_gbps)},
           {"data_frames", r->data_frames},
           {"dropped", r->dropped},
           {"pauses", r->pauses},
           {"ecn_marked", r->ecn_marked},
           {"window_ns", ns(r->window)},
           {"timeouts", r->timeouts}};
  out.update(loss_cost(r->loss_cost));
  return out;
}

Json setup(const SetupFigures& s) {
  Json out{{"ns", ns(s.duration)}, {"syscalls", s.syscalls}};
  put_ends(out, s.local, s.peer);
  return out;
}

Json stage(const StageSpan& s) {
  return {{"id", s.id},
          {"host", s.host},
          {"unit", unit_names[static_cast<std::size_t>(s.unit)]},
          {"start_ns", ns(s.begin)},
          {"end_ns", ns(s.end)},
          {"busy_ns", ns(s.busy)},
          {"bytes", s.bytes}};
}

Json flow(const FlowResult& f) {
  Json latencies = Json::array();
  for (const Ps t : f.latencies) latencies.push_back(ns(t));
  Json message_cpu = Json::array();
  for (const Ps t : f.message_cpu) message_cpu.push_back(ns(t));
  return {{"from", f.from},
          {"to", f.to},
          {"payload_bytes", f.payload_bytes},
          {"payload_intact", f.payload_intact},
          {"duration_ns", ns(f.duration)},
          {"shared_gbps", std::round(f.shared_gbps * 1e3) / 1e3},
          {"dropped", f.dropped},
          {"ecn_marked", f.ecn_marked},
          {"cnps", f.cnps},
          {"retransmitted_frames", f.retransmitted},
          {"cpu_ns", {{"local", cpu_ns(f.local)}, {"peer", cpu_ns(f.peer)}}},
          {"message_cpu_ns", std::move(message_cpu)},
          {"latencies_ns", std::move(latencies)}};
}

/// {"port", "queue_bytes_max", "p3": {"marked", "pauses_sent", …}}
Json port(const PortFigures& p) {
  Json out{{"port", p.port}, {"queue_bytes_max", p.queue_bytes_max}};
  for (const auto& [priority, counted] : p.by_priority) out[priority] = counted;
  return out;
}

Json lane(const LaneResult& l) {
  Json out{
      {"path", l.path},
      {"status", l.delivered ? "delivered" : "failed"},
      {"failure", failure(l.failure)},
      {"payload_bytes", l.payload_bytes},
      {"payload_intact", l.payload_intact},
      {"messages", l.messages},
      {"latency_ns", ns(l.latency)},
      {"p99_ns", ns(l.latency_p99)},
      {"round_trip", round_trip(l.round_trips)},
      {"window_ns", ns(l.window)},
      {"goodput_gbps", std::round(l.goodput_gbps() * 1e3) / 1e3},
      {"retained", l.retained ? Json(std::round(*l.retained * 1e6) / 1e6) : Json(nullptr)},
      {"retained_run", retained_run(l.retained_run)},
      {"copies", per_message(l.copies, l.messages)},
      {"syscalls", per_message(l.syscalls, l.messages)},
      {"context_switches", per_message(l.context_switches, l.messages)},
      {"interrupts", per_message(l.interrupts, l.messages)},
      {"cpu_stages", l.cpu_stages()},
      {"transport_in", l.transport_in},
      {"peer_cpu", l.peer_cpu()},
  };
  put_ends(out, l.local, l.peer);
  out["wire"] = wire(l.wire);
  // Which loss it was: "loss" is the stand-in, "tail", "buffer" and "headroom" are congestion, others name their fault.
  const std::string prefix = "dropped.";
  out["wire"]["dropped_by"] = Json::object();
  for (auto it = l.counters.lower_bound(prefix); it != l.counters.end() && it->first.rfind(prefix, 0) == 0; ++it) {
    out["wire"]["dropped_by"][it->first.substr(prefix.size())] = it->second;
  }
  out["retransmitted_frames"] = l.retransmitted_frames;
  out["timeouts"] = l.timeouts;
  out["loss_cost"] = loss_cost(l.loss_cost);
  out["setup"] = setup(l.setup);
  out["stages"] = Json::array();
  for (const StageSpan& s : l.stages) out["stages"].push_back(stage(s));
  out["hosts"] = Json::object();
  for (const auto& [name, f] : l.hosts) out["hosts"][name] = figures(f);
  out["cores"] = Json::object();
  for (const auto& [host, all] : l.cores)
    for (const auto& [name, c] : all) out["cores"][host][name] = core(c);
  out["cpu_of_no_flow_ns"] = cpu_ns(l.cpu_of_no_flow);
  out["flows"] = Json::array();
  for (const FlowResult& f : l.flows) out["flows"].push_back(flow(f));
  out["fairness"] = std::round(l.fairness * 1e4) / 1e4;
  out["ports"] = Json::array();
  for (const PortFigures& p : l.ports) out["ports"].push_back(port(p));
  out["deadlock"] = l.deadlock.empty() ? Json(nullptr) : Json(l.deadlock);
  out["counters"] = l.counters;
  return out;
}

Json moments(const std::vector<MomentSeen>& seen) {
  Letters letters;
  Json out = Json::array();
  for (const MomentSeen& m : seen) {
    const auto mark = letters.next(m.kind, m.lane, m.t);
    if (!mark) continue;
    out.push_back({{"mark", std::string(1, *mark)},
                   {"t_ns", ns(m.t)},
                   {"lane", m.lane},
                   {"host", m.host},
                   {"kind", m.kind},
                   {"text", text(describe(m))}});
  }
  return out;
}

}  // namespace

Json facts_of(const Result& r) {
  Json out{
      {"schema", 1},
      {"scenario", r.scenario},
      {"lessons", r.lessons},
      {"title", text(r.title)},
      {"question", text(r.question)},
      {"seed", r.seed},
      {"simulated_ns", ns(r.simulated)},
      {"t0_ns", ns(r.t0)},
      {"config", config_tree(r.config)},
      {"lanes", Json::object()},
  };
  for (const auto& [name, l] : r.lanes) out["lanes"][name] = lane(l);
  out["moments"] = moments(r.moments);
  return out;
}

Json with_claims(Json facts, const std::vector<Verdict>& verdicts) {
  Json& claims = facts["claims"] = Json::array();
  for (const Verdict& v : verdicts) {
    claims.push_back({{"id", v.claim->id},
                      {"lesson", v.claim->lesson},
                      {"text", text(v.text)},
                      {"expected", v.expected},
                      {"measured", v.measured},
                      {"unit", v.claim->unit},
                      {"holds", v.holds ? Json(*v.holds) : Json(nullptr)}});
  }
  return facts;
}

}  // namespace rocelab::lessons
