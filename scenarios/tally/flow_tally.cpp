#include "scenarios/tally/flow_tally.h"

#include <algorithm>

namespace rocelab::scenarios {

FlowTally::Flow* FlowTally::find(const Tag& tag) {
  const std::size_t i = tag.flow == no_flow ? 0 : tag.flow.value;
  return i < flows_.size() ? &flows_[i] : nullptr;
}

void FlowTally::moment(const Moment& m) {
  Flow* f = find(m.tag);
  if (!f) return;
  f->latency.add(m);
  f->round_trip.add(m);
}

void FlowTally::add(const Count& c) {
  Flow* f = find(c.tag);
  if (!f) return;
  for (auto& [counter, n] : f->counters) {
    if (counter == c.counter) {
      n += c.n;
      return;
    }
  }
  f->counters.emplace_back(c.counter, c.n);
}

void FlowTally::ended(FlowId id, Ps t) {
  if (id.value < flows_.size()) flows_[id.value].end = t;
}

void FlowTally::add(const Move& m) {
  Flow* f = find(m.tag);
  if (!f || t0_ == never) return;
  if (m.t < now_begin_ || m.t >= now_end_) find_slot(m.t);
  if (f->octets.size() <= now_slot_) f->octets.resize(now_slot_ + 1);
  f->octets[now_slot_] += m.bytes;
}

void FlowTally::find_slot(Ps t) {
  while ((t - t0_) / slot_ >= static_cast<Ps>(most_slots)) {
    slot_ *= 2;
    for (Flow& each : flows_) {
      for (std::size_t i = 0; i < each.octets.size(); ++i) {
        const std::uint64_t n = each.octets[i];
        each.octets[i] = 0;
        each.octets[i / 2] += n;
      }
      each.octets.resize((each.octets.size() + 1) / 2);
    }
  }
  now_slot_ = static_cast<std::size_t>((t - t0_) / slot_);
  now_begin_ = t0_ + static_cast<Ps>(now_slot_) * slot_;
  now_end_ = now_begin_ + slot_;
}

std::uint64_t FlowTally::octets_between(const Flow& f, Ps from, Ps to) const {
  std::uint64_t sum = 0;
  const auto last = std::min(f.octets.size(), static_cast<std::size_t>(to / slot_));
  for (auto i = static_cast<std::size_t>(from / slot_); i < last; ++i) sum += f.octets[i];
  return sum;
}

void FlowTally::fill(LaneResult& r, const Roster& roster) const {
  // The second half of the time in which all flows ran, in whole slots: start-up and the calm after the first has
  // ended are not what they share.
  Ps first_end = never;
  for (const Flow& f : flows_) first_end = std::min(first_end, f.end);
  const bool known = t0_ != never && first_end != never;
  const Ps to = known ? (first_end - t0_) / slot_ * slot_ : 0, from = to / 2 / slot_ * slot_;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < r.flows.size(); ++i) {
    const Flow& f = flows_[i];
    FlowResult& out = r.flows[i];
    const auto counted = [&](std::string_view id) -> std::uint64_t {
      if (r.flows.size() == 1) {
        const auto it = r.counters.find(std::string(id));
        return it == r.counters.end() ? 0 : it->second;
      }
      std::uint64_t sum = 0;  // several models may report under one id
      for (const auto& [counter, n] : f.counters) sum += counter->id == id ? n : 0;
      return sum;
    };
    out.latencies = f.latency.result();
    out.round_trips = f.round_trip.result();
    for (const auto& [host, cpu] : f.cpu.hosts()) {
      if (roster[host].name == out.from) out.local = cpu;
      if (roster[host].name == out.to) out.peer = cpu;
    }
    out.message_cpu = f.cpu.messages();
    out.duration = f.end == never || t0_ == never ? 0 : f.end - t0_;
    out.dropped = counted("dropped");
    out.ecn_marked = counted("ecn_marked");
    out.cnps = counted("cnps_received");
    out.retransmitted = counted("retransmitted_frames");
    if (to > from)
      out.shared_gbps = static_cast<double>(octets_between(f, from, to)) * 8e3 / static_cast<double>(to - from);
    if (r.flows.size() == 1 && out.duration > 0) {
      out.shared_gbps = static_cast<double>(out.payload_bytes) * 8e3 / static_cast<double>(out.duration);
    }
    sum += out.shared_gbps;
    squares += out.shared_gbps * out.shared_gbps;
  }
  if (squares > 0) r.fairness = sum * sum / (static_cast<double>(r.flows.size()) * squares);
}

}  // namespace rocelab::scenarios
