#include <nlohmann/json.hpp>

#include "scenarios/result.h"

/// Optional members are null in JSON.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) {
    if (value) {
      j = *value;
    } else {
      j = nullptr;
    }
  }
  static void from_json(const json& j, std::optional<T>& value) {
    if (j.is_null()) {
      value.reset();
    } else {
      value = j.get<T>();
    }
  }
};

namespace rocelab::scenarios {

// The macros serialise every member by its own name: the transport between processes, not the public summary.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Text, zh, en)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CpuTime, by_book)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StageSpan, id, host, unit, begin, end, bytes, busy)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Failure, at, code, values, rule)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EndFigures, cpu, memory_bytes, dma_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CoreFigures, cpu, neighbour, idle)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WireFigures, nic_to_nic, probe_frame_bytes, frames, data_frames, bytes, dropped,
                                   corrupted, ecn_marked, pauses, cnps)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LossCost, resent, window_waste, timer_idle, told, sent_since)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RetainedRun, goodput_gbps, without_gbps, data_frames, dropped, pauses, ecn_marked,
                                   timeouts, window, loss_cost)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SetupFigures, duration, syscalls, local, peer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RoundTrips, count, min, median, p99)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FlowResult, from, to, payload_bytes, payload_intact, latencies, round_trips,
                                   duration, shared_gbps, dropped, ecn_marked, cnps, retransmitted, local, peer,
                                   message_cpu)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PortFigures, port, queue_bytes_max, by_priority)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaneResult, path, delivered, failure, payload_bytes, payload_intact, messages,
                                   latency, latency_p99, round_trips, window, retained, retained_run, copies, syscalls,
                                   context_switches, interrupts, transport_in, local, peer, wire, retransmitted_frames,
                                   timeouts, loss_cost, setup, stages, hosts, cores, cpu_of_no_flow, flows, fairness,
                                   ports, deadlock, counters)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MomentSeen, kind, lane, host, t, values)

void to_json(nlohmann::json& j, const Result& r) {
  j = {{"scenario", r.scenario},
       {"lessons", r.lessons},
       {"title", r.title},
       {"question", r.question},
       {"seed", r.seed},
       {"simulated", r.simulated},
       {"t0", r.t0},
       {"steps", r.steps},
       {"config", r.config},
       {"lanes", r.lanes},
       {"overridden", r.overridden},
       {"moments", r.moments}};
}

void from_json(const nlohmann::json& j, Result& r) {
  j.at("scenario").get_to(r.scenario);
  j.at("lessons").get_to(r.lessons);
  j.at("title").get_to(r.title);
  j.at("question").get_to(r.question);
  j.at("seed").get_to(r.seed);
  j.at("simulated").get_to(r.simulated);
  j.at("t0").get_to(r.t0);
  j.at("steps").get_to(r.steps);
  j.at("config").get_to(r.config);
  j.at("lanes").get_to(r.lanes);
  j.at("overridden").get_to(r.overridden);
  j.at("moments").get_to(r.moments);
}

}  // namespace rocelab::scenarios
