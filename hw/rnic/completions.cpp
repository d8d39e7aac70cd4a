#include "hw/rnic/completions.h"

#include <algorithm>

#include "hw/rnic/compressed_cqe.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/queue_pair.h"

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
  const QueuePair* q = device_.find(cqe.qp);
  device_.after(device_.profile.cqe_build, [this, id, entry, tag, wakes, qp = cqe.qp, life = q ? q->lives : 0] {
    const auto go_on = [this, id, entry, tag, wakes, qp, life] {
      const QueuePair* q = device_.find(qp);
      if (q && q->lives == life) write(id, entry, tag, wakes);  // a reset or destroyed QP has no completions left
    };
    OrderedDma& dma = device_.resources.dma;
    dma.waits(qp) ? dma.in_order(qp, {}, tag, go_on) : go_on();
  });
}

void Completions::write(CqId id, PacketPtr entry, Tag tag, bool solicited) {
  Queue& q = queues_[id.value];
  if (!q.live || q.overrun) return;
  entry->tag = tag;
  if (device_.profile.cqe_compression) return join(id, std::move(entry), solicited);
  put(id, std::move(entry), tag, solicited);
}

void Completions::put(CqId id, PacketPtr entry, Tag tag, bool solicited) {
  Queue& q = queues_[id.value];
  if (!q.waiting.empty() || q.produced - q.consumed >= q.config.entries) {
    // Full as far as the NIC knows: software's own count stands in host memory.
    q.waiting.push_back({std::move(entry), solicited});
    if (!q.fetching) read_record(id);
    return;
  }
  const bool lap = (q.produced / q.config.entries) & 1;
  entry->data[abi::cqe_bytes - 1] = static_cast<std::uint8_t>((entry->data[abi::cqe_bytes - 1] & 0xfe) | lap);
  const BusAddr to = q.config.ring.at(std::uint64_t{q.produced++ & (q.config.entries - 1)} * abi::cqe_bytes);
  ++q.writing;
  const Ps begin = device_.timeline.now();
  device_.probe.open(stage_cqe, tag);
  device_.probe.move(Mover::dma_write, tag, abi::cqe_bytes, false);
  const std::uint8_t* octets = entry->data;
  device_.memory.write(to, octets, abi::cqe_bytes, tag,
                       [this, id, entry, begin, solicited] { written(id, entry->data, entry->tag, begin, solicited); });
}

void Completions::written(CqId id, const std::uint8_t* entry, Tag tag, Ps begin, bool solicited) {
  device_.probe.close(stage_cqe, tag, begin, abi::cqe_bytes);
  const std::uint32_t completions = abi::CompressedCqe::count(entry);
  const bool told = device_.probe.reads(FactKind::moment);
  for (std::uint32_t i = 0; told && i < completions; ++i) {
    const abi::Cqe cqe = abi::CompressedCqe::decode(entry, i);
    if (completions > 1) tag.message = cqe.message == 0xffffff ? no_message : MessageId{cqe.message};
    device_.probe.moment(moment_cqe, tag, {{"qpn", cqe.qp.value}, {"status", static_cast<std::uint64_t>(cqe.status)}});
  }
  Queue& q = queues_[id.value];
  --q.writing;
  ++q.visible;
  if (solicited) q.solicited = q.visible;
  if (q.armed == Armed::any || (q.armed == Armed::solicited && solicited)) accrue(id, completions);
  if (!q.open.empty()) close(id);
}

/// Interrupt moderation: one event for several completions, but none waits for ever.
void Completions::accrue(CqId id, std::uint32_t completions) {
  Queue& q = queues_[id.value];
  const bool first = q.pending == 0;
  q.pending += completions;
  if (q.pending >= q.fire_count) return fire(id);
  if (!first || q.fire_period == 0) return;
  device_.timeline.after(q.fire_period, [this, id, fired = q.fired] {
    if (queues_[id.value].live && queues_[id.value].fired == fired) fire(id);
  });
}

void Completions::fire(CqId id) {
  Queue& q = queues_[id.value];
  q.armed = Armed::no;
  q.pending = 0;
  ++q.fired;
  for (EventListener* process : device_.listeners)
    if (process->cq_event(id)) return;
}

/// Nobody takes them: completions are lost for good, and with them what the queue pairs would say (IBTA vol. 1,
/// 11.6.3.1).
void Completions::overrun(CqId id) {
  Queue& q = queues_[id.value];
  q.overrun = true;
  q.waiting.clear();
  q.open.clear();
  device_.probe.moment(moment_cq_overrun, Tag{}, {{"cq", id.value}, {"entries", q.config.entries}});
  device_.raise(AsyncEvent::cq_err, id.value);
  device_.each([&](QueuePair& p) {
    if (p.config.send_cq != id && p.config.recv_cq != id) return;
    if (p.attributes.state == rc::QpState::reset || p.attributes.state == rc::QpState::err) return;
    device_.raise(AsyncEvent::qp_fatal, p.number.value);
    p.error();
  });
}

void Completions::read_record(CqId id) {
  Queue& q = queues_[id.value];
  q.fetching = true;
  PacketPtr record = device_.pool.make(4);
  std::uint8_t* to = record->data;
  device_.memory.read(q.config.consumer, to, 4, Tag{}, [this, id, record] {
    Queue& q = queues_[id.value];
    q.fetching = false;
    // A record read from before a resize is older than what the command said.
    const std::uint32_t consumed = wire::get32(record->data);
    if (static_cast<std::int32_t>(consumed - q.consumed) > 0) q.consumed = consumed;
    if (q.produced - q.consumed >= q.config.entries) {
      overrun(id);
      return;
    }
    std::vector<Waiting> waiting;
    waiting.swap(q.waiting);
    for (Waiting& w : waiting) {
      const Tag tag = w.entry->tag;
      put(id, std::move(w.entry), tag, w.solicited);
    }
  });
}

void Completions::arm(CqId id, bool solicited_only, std::uint32_t seen) {
  if (id.value >= queues_.size()) return;
  Queue& q = queues_[id.value];
  // Armed for any completion stays so (IBTA vol. 1, 11.4.2.2).
  if (q.armed == Armed::any) return;
  q.armed = solicited_only ? Armed::solicited : Armed::any;
  q.pending = 0;
  const auto missed = static_cast<std::int32_t>((solicited_only ? q.solicited : q.visible) - seen);
  if (missed > 0) accrue(id, static_cast<std::uint32_t>(missed));
}

void Completions::moderate(CqId id, std::uint32_t count, Ps period) {
  queues_[id.value].fire_count = std::max(count, 1u);
  queues_[id.value].fire_period = period;
}

bool Completions::resize(CqId id, const CqConfig& config, std::uint32_t consumed) {
  Queue& q = queues_[id.value];
  if (q.produced - consumed > config.entries) return false;
  q.config = config;
  q.consumed = consumed;
  return true;
}

}  // namespace rocelab::rnic
