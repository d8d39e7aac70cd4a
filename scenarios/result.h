#pragma once
#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tlm/facts.h"

/// What a run measured, as one value that can be serialised and sent to another process. Numbers only, no prose:
/// lessons/ adds the words, the claims and the letters of the moments. Times are picoseconds.
namespace rocelab::scenarios {

struct Text {
  std::string zh;
  std::string en;
};

/// Time of a host's cores inside a window, by heading of the ledger.
struct CpuTime {
  std::array<Ps, book_count> by_book{};
  Ps total() const;
};

struct StageSpan {
  std::string id;
  std::string host;  // role in the flow: local, peer, network
  Unit unit;
  Ps begin;  // relative to t0
  Ps end;
  std::uint64_t bytes;
  Ps busy;  // length of the union of the stage's spans
};

struct Failure {
  std::string at;    // id of the stage or step that refused
  std::string code;  // IBV_WC_…, E…
  std::map<std::string, std::uint64_t> values;
  std::string rule = {};  // id of the rule of verbs that was broken, if one was (host/verbs/refusals.h)
};

/// Figures of one end of a flow, or of one host.
struct EndFigures {
  CpuTime cpu;
  std::uint64_t memory_bytes = 0;
  std::uint64_t dma_bytes = 0;
};

/// One core of a host inside the window: what it did for the lane, what its neighbour had, and the rest.
struct CoreFigures {
  CpuTime cpu;
  Ps neighbour = 0;
  Ps idle = 0;
};

struct WireFigures {
  Ps nic_to_nic = 0;  // of the probe frame
  std::uint32_t probe_frame_bytes = 0;
  std::uint64_t frames = 0, data_frames = 0, bytes = 0, dropped = 0, corrupted = 0, ecn_marked = 0, pauses = 0,
                cnps = 0;
};

/// What loss cost a lane, and why (contract: loss_cost).
struct LossCost {
  std::uint64_t resent = 0;  // frames
  /// Time of the line spent on data frames that arrived whole and bought nothing: thrown away behind a gap that the
  /// receiver cannot keep them beyond, taken and then forgotten because the message begins anew, or there already.
  /// What the network lost is not among them: it cost its own time whatever the scheme.
  Ps window_waste = 0;
  /// Silence that a retransmission timer ended: from when the last packet of the connection left its sender or came
  /// back to it until the timer ran out.
  Ps timer_idle = 0;
  std::uint64_t told = 0;        // lost packets of which a NAK told the sender
  std::uint64_t sent_since = 0;  // packets sent between them and its reaction: W of the closed forms, summed
};

/// The long run behind `retained`: the same lane with its faults, over many more frames than the traced run.
struct RetainedRun {
  double goodput_gbps = 0, without_gbps = 0;
  std::uint64_t data_frames = 0, dropped = 0, pauses = 0, ecn_marked = 0, timeouts = 0;
  Ps window = 0;
  LossCost loss_cost;
};

struct SetupFigures {
  Ps duration = 0;
  std::uint64_t syscalls = 0;
  EndFigures local, peer;
};

/// From a request to its answer in hand, by the client's clock.
struct RoundTrips {
  std::uint64_t count = 0;
  Ps min = 0, median = 0, p99 = 0;
};

struct FlowResult {
  std::string from, to;
  std::uint64_t payload_bytes = 0;
  bool payload_intact = false;
  std::vector<Ps> latencies = {};  // one a message, in order
  std::vector<Ps> round_trips = {};
  Ps duration = 0;         // from t0 to its last message's completion
  double shared_gbps = 0;  // of payload, in the second half of the time in which all flows of the lane ran
  std::uint64_t dropped = 0, ecn_marked = 0, cnps = 0, retransmitted = 0;  // its own frames
  CpuTime local = {}, peer = {};                                           // of `from` and `to`, what they did for it
  std::vector<Ps> message_cpu = {};  // the same by message, both hosts; without what was nobody's or several messages'
};

/// A port of the network in which something queued, or was counted by priority.
struct PortFigures {
  std::string port;  // "sw0.port1", "local.port0"
  std::uint64_t queue_bytes_max = 0;
  std::map<std::string, std::map<std::string, std::uint64_t>> by_priority;  // "p3" → "marked", "pauses_sent", … → n
};

struct LaneResult {
  std::string path;
  bool delivered = false;
  std::optional<Failure> failure;
  std::uint64_t payload_bytes = 0;
  bool payload_intact = false;
  std::uint64_t messages = 0;
  Ps latency = 0;  // median over the messages
  Ps latency_p99 = 0;
  std::optional<RoundTrips> round_trips;  // of an application that answers
  Ps window = 0;                          // from t0 to the close of the lane's window
  std::optional<double> retained;
  std::optional<RetainedRun> retained_run;
  // Totals over the window, both hosts, payload copies only; summaries print them per message.
  std::uint64_t copies = 0, syscalls = 0, context_switches = 0, interrupts = 0;
  std::string transport_in;  // kernel | nic | none: where the transport's counters ticked
  EndFigures local, peer;
  WireFigures wire;
  std::uint64_t retransmitted_frames = 0, timeouts = 0;
  LossCost loss_cost;
  SetupFigures setup;
  std::vector<StageSpan> stages;                                    // in order of begin
  std::map<std::string, EndFigures> hosts;                          // per host name
  std::map<std::string, std::map<std::string, CoreFigures>> cores;  // host name → "core0" → …
  CpuTime cpu_of_no_flow;  // of all hosts: with what the flows have it is all that the hosts did
  std::vector<FlowResult> flows;
  double fairness = 0;  // Jain's index over the flows' shares; 0 where nothing was shared
  std::vector<PortFigures> ports;
  std::vector<std::string> deadlock;              // the switches of the first circle that was found, in its order
  std::map<std::string, std::uint64_t> counters;  // every counter reported in the window, by id

  double goodput_gbps() const;
  unsigned cpu_stages() const;
  /// none: not a picosecond of the peer's cores inside the window; light: user time only; full: kernel time too.
  std::string_view peer_cpu() const;
};

struct MomentSeen {
  std::string kind;
  std::string lane;
  std::string host;
  Ps t;  // absolute
  std::map<std::string, std::uint64_t> values;
};

struct Result {
  std::string scenario;
  std::vector<int> lessons;
  Text title, question;
  std::uint64_t seed = 0;
  Ps simulated = 0;
  std::uint64_t steps = 0;  // timeline actions
  Ps t0 = 0;
  std::vector<std::pair<std::string, std::string>> config;  // every resolved key, value as text, in table order
  std::vector<std::string> overridden;                      // keys that the user set
  std::vector<std::pair<std::string, LaneResult>> lanes;    // in the scenario's order
  std::vector<MomentSeen> moments;                          // in order of time

  const LaneResult& lane(const std::string& name) const;  // std::out_of_range if there is none
};

void to_json(nlohmann::json&, const Result&);
void from_json(const nlohmann::json&, Result&);

}  // namespace rocelab::scenarios
