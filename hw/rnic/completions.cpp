#include "hw/rnic/completions.h"

#include "hw/rnic/facts.h"

namespace rocelab::rnic {

CqId Completions::create(const CqConfig& config) {
  queues_.emplace_back();
  queues_.back().config = config;
  return CqId{static_cast<std::uint32_t>(queues_.size() - 1)};
}

void Completions::destroy(CqId id) { queues_[id.value].live = false; }

void Completions::post(CqId id, abi::Cqe cqe, Tag tag, bool solicited) {
  PacketPtr entry = device_.pool.make(abi::cqe_bytes);
  cqe.encode(entry->data);
  const bool wakes = solicited || cqe.status != rc::Status::success;
  device_.after(device_.profile.cqe_build, [this, id, entry, tag, wakes] { write(id, entry, tag, wakes); });
}

void Completions::write(CqId id, PacketPtr entry, Tag tag, bool solicited) {
  Queue& q = queues_[id.value];
  if (!q.live || q.overrun) return;
  entry->tag = tag;
  if (!q.waiting.empty() || q.produced - q.consumed >= q.config.entries) {
    // Full as far as the NIC knows: software's own count stands in host memory.
    q.waiting.push_back({std::move(entry), solicited});
    if (!q.fetching) read_record(id);
    return;
  }
  const bool lap = (q.produced / q.config.entries) & 1;
  entry->data[abi::cqe_bytes - 1] = static_cast<std::uint8_t>((entry->data[abi::cqe_bytes - 1] & 0xfe) | lap);
  const BusAddr to = q.config.ring.at(std::uint64_t{q.produced++ & (q.config.entries - 1)} * abi::cqe_bytes);
  const bool wakes = q.armed == Armed::any || (q.armed == Armed::solicited && solicited);
  if (wakes) q.armed = Armed::no;
  const Ps begin = device_.timeline.now();
  device_.probe.open(stage_cqe, tag);
  device_.probe.move(Mover::dma_write, tag, abi::cqe_bytes, false);
  const std::uint8_t* octets = entry->data;
  device_.memory.write(to, octets, abi::cqe_bytes, tag, [this, id, entry, begin, wakes] {
    written(id, entry->data, entry->tag, begin, wakes);
  });
}

void Completions::written(CqId id, const std::uint8_t* entry, Tag tag, Ps begin, bool wakes) {
  device_.probe.close(stage_cqe, tag, begin, abi::cqe_bytes);
  if (device_.probe.watched()) {
    const abi::Cqe cqe = abi::Cqe::decode(entry);
    device_.probe.moment(moment_cqe, tag, {{"qpn", cqe.qp.value}, {"status", static_cast<std::uint64_t>(cqe.status)}});
  }
  if (wakes && device_.cq_event) device_.cq_event(id);
}

void Completions::read_record(CqId id) {
  Queue& q = queues_[id.value];
  q.fetching = true;
  PacketPtr record = device_.pool.make(4);
  std::uint8_t* to = record->data;
  device_.memory.read(q.config.consumer, to, 4, Tag{}, [this, id, record] {
    Queue& q = queues_[id.value];
    q.fetching = false;
    q.consumed = wire::get32(record->data);
    if (q.produced - q.consumed >= q.config.entries) {
      // Nobody takes them: an overrun, which loses completions for good (IBTA vol. 1, 11.6.3.1).
      q.overrun = true;
      q.waiting.clear();
      device_.raise(AsyncEvent::cq_err, id.value);
      return;
    }
    std::vector<Waiting> waiting;
    waiting.swap(q.waiting);
    for (Waiting& w : waiting) {
      const Tag tag = w.entry->tag;
      write(id, std::move(w.entry), tag, w.solicited);
    }
  });
}

void Completions::arm(CqId id, bool solicited_only, std::uint32_t consumed) {
  if (id.value >= queues_.size()) return;
  Queue& q = queues_[id.value];
  // Completions that software had not yet seen when it armed: fire at once, or the wake-up would be lost.
  if (q.produced != consumed && !solicited_only) {
    q.armed = Armed::no;
    if (device_.cq_event) device_.cq_event(id);
    return;
  }
  // Armed for any completion stays so (IBTA vol. 1, 11.4.2.2).
  if (q.armed != Armed::any) q.armed = solicited_only ? Armed::solicited : Armed::any;
}

}  // namespace rocelab::rnic
