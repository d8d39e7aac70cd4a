#include "scenarios/tally/lane_tally.h"

#include <algorithm>

#include "scenarios/tally/probe_frame.h"

namespace rocelab::scenarios {
namespace {
/// Time that programs outside the run had cores of the lane.
constexpr Counter count_neighbour{"neighbour_ps"};
}  // namespace

LaneTally::LaneTally(const Roster& roster, std::string local, std::string peer, std::size_t flows,
                     const LatencyTally& latency)
    : roster_(roster), local_(std::move(local)), peer_(std::move(peer)), flows_(flows, latency) {}

void LaneTally::window(const Window& w) {
  lane_ = w.lane;
  if (w.open) {
    open_ = w.t;
    stages_.open(w.t);
    flows_.open(w.t);
  } else {
    close_ = w.t;
    stages_.close(w.t);
  }
}

void LaneTally::core_time(const CoreTime& piece) {
  if (piece.tag.lane == no_lane) {  // another program's
    const Ps within = std::min(piece.end, close_) - std::max(piece.begin, open_);
    if (open_ != never && within > 0) {
      counters_.add(&count_neighbour, static_cast<std::uint64_t>(within));
      cores_[piece.core].neighbour += within;
    }
    return;
  }
  const HostId host = roster_[piece.core].host;
  const auto book = static_cast<std::size_t>(piece.book);
  const Ps before = std::min(piece.end, open_) - piece.begin;
  if (before > 0) setup_hosts_[host].cpu.by_book[book] += before;
  const Ps within = std::min(piece.end, close_) - std::max(piece.begin, open_);
  if (open_ == never || within <= 0) return;
  hosts_[host].cpu.by_book[book] += within;
  cores_[piece.core].cpu.by_book[book] += within;
  if (piece.tag.flow == no_flow) {
    no_flow_.by_book[book] += within;
  } else {
    flows_.core_time(host, piece, within);
  }
}

void LaneTally::moment(const Moment& m) {
  if (open_ != never && inside(m.t)) flows_.moment(m);
}

void LaneTally::frame(const FrameSeen& f) {
  if (is_probe_frame(*f.packet)) return probe_frame(f);
  if (!f.sent || open_ == never || !inside(f.first_bit)) return;
  ++wire_.frames;
  if (f.packet->payload > 0) ++wire_.data_frames;
  wire_.bytes += f.packet->frame_bytes();
}

void LaneTally::probe_frame(const FrameSeen& f) {
  if (f.sent) {
    probe_sent_ = f.first_bit;
  } else if (probe_sent_ != never) {
    wire_.nic_to_nic = f.last_bit - probe_sent_;
    wire_.probe_frame_bytes = f.packet->frame_bytes();
  }
}

/// Every core of the lane, those that had nothing to do as well.
void LaneTally::fill_cores(LaneResult& r) const {
  for (std::size_t i = 0; i < roster_.cores.size(); ++i) {
    const Roster::Core& core = roster_.cores[i];
    const Roster::Host& host = roster_[core.host];
    if (host.lane != lane_) continue;
    const auto it = cores_.find(CoreId{static_cast<std::uint16_t>(i)});
    CoreFigures f = it == cores_.end() ? CoreFigures{} : it->second;
    f.idle = r.window - f.cpu.total() - f.neighbour;
    r.cores[host.name]["core" + std::to_string(core.number)] = f;
  }
}

void LaneTally::fill(LaneResult& r) const {
  const auto name_of = [&](HostId host) { return host == no_host ? std::string("network") : roster_[host].name; };
  // Several models may report under one id: their counts belong together.
  for (const auto& [counter, n] : counters_) r.counters[std::string(counter->id)] += n;
  const auto counted = [&](const char* id) {
    const auto it = r.counters.find(id);
    return it == r.counters.end() ? 0 : it->second;
  };
  const auto figures = [&](const ByHost<EndFigures>& of, const std::string& role) {
    EndFigures found;
    of.each([&](HostId host, const EndFigures& f) {
      if (name_of(host) == role) found = f;
    });
    return found;
  };
  r.window = open_ == never || close_ == never ? 0 : close_ - open_;
  r.local = figures(hosts_, local_);
  r.peer = figures(hosts_, peer_);
  hosts_.each([&](HostId host, const EndFigures& f) { r.hosts[name_of(host)] = f; });
  fill_cores(r);
  r.stages = stages_.result(name_of);
  // Every byte's copies, counted by the byte, so that a message copied in pieces still counts once per buffer.
  r.copies = r.payload_bytes == 0 ? 0 : copied_ * r.messages / r.payload_bytes;
  r.syscalls = counted("syscalls");
  r.context_switches = counted("context_switches");
  r.interrupts = counted("interrupts");
  r.retransmitted_frames = counted("retransmitted_frames");
  r.timeouts = counted("timeouts");
  r.loss_cost.resent = r.retransmitted_frames;
  r.loss_cost.timer_idle = static_cast<Ps>(counted("timer_idle_ps"));
  r.loss_cost.told = counted("losses_told");
  r.loss_cost.sent_since = counted("sent_since_loss");
  r.transport_in = counted("transport_in_kernel") ? "kernel" : counted("transport_in_nic") ? "nic" : "none";
  r.wire = wire_;
  r.wire.dropped = counted("dropped");
  r.wire.corrupted = counted("corrupted");
  r.wire.ecn_marked = counted("ecn_marked");
  r.wire.pauses = counted("pauses");
  r.wire.cnps = counted("cnps_sent");
  flows_.fill(r, roster_);
  r.cpu_of_no_flow = no_flow_;
  std::vector<Ps> latencies, round_trips;
  for (const FlowResult& f : r.flows) {
    latencies.insert(latencies.end(), f.latencies.begin(), f.latencies.end());
    round_trips.insert(round_trips.end(), f.round_trips.begin(), f.round_trips.end());
  }
  if (!round_trips.empty()) {
    r.round_trips = RoundTrips{round_trips.size(), *std::min_element(round_trips.begin(), round_trips.end()),
                               median(round_trips), percentile_99(round_trips)};
  }
  r.latency = median(latencies);
  r.latency_p99 = percentile_99(latencies);
  r.setup.duration = open_ == never ? 0 : open_;
  for (const auto& [counter, n] : setup_counters_) {
    if (counter->id == "syscalls") r.setup.syscalls += n;
  }
  r.setup.local = figures(setup_hosts_, local_);
  r.setup.peer = figures(setup_hosts_, peer_);
}

}  // namespace rocelab::scenarios
