#include "hw/rnic/doorbells.h"

#include "hw/rnic/queue_pair.h"
#include "hw/rnic/resource_facts.h"

namespace rocelab::rnic {

bool Doorbells::full() const {
  const std::uint32_t most = device_.profile.doorbell_queue;
  return most > 0 && waiting_ >= most;
}

void Doorbells::ring(QueuePair& q, const abi::ControlSegment& newest, PacketPtr wqe, std::uint32_t bytes) {
  // Without a record nothing could be recovered: PCIe then has to hold the write back.
  if (full() && q.config.record != 0) {
    device_.probe.count(doorbells_dropped, q.tag(no_message));
    if (known_.insert(q.number).second) dropped_.push(q.number);
    return;
  }
  ++waiting_;
  device_.after(device_.profile.doorbell, [this, q = &q, newest, wqe = std::move(wqe), bytes]() mutable {
    parsed(q, newest, std::move(wqe), bytes);
  });
}

void Doorbells::parsed(QueuePair* q, const abi::ControlSegment& newest, PacketPtr wqe, std::uint32_t bytes) {
  const auto pass = [this, q, newest, wqe = std::move(wqe), bytes] {
    q->send_doorbell(newest, wqe ? wqe->data : nullptr, wqe ? bytes : 0);
    done();
  };
  if (!device_.resources.contexts.can_miss()) return pass();
  device_.resources.contexts.need(q->number.value, q->tag(no_message), pass);
}

void Doorbells::done() {
  --waiting_;
  while (!dropped_.empty() && !full()) recover(dropped_.pop());
}

void Doorbells::recover(Qpn qpn) {
  known_.erase(qpn);
  QueuePair* q = device_.find(qpn);
  if (!q) return;
  ++waiting_;
  if (!device_.resources.contexts.can_miss()) return read_record(q);
  device_.resources.contexts.need(qpn.value, q->tag(no_message), [this, q] { read_record(q); });
}

void Doorbells::read_record(QueuePair* q) {
  const Tag tag = q->tag(no_message);
  PacketPtr record = device_.pool.make(abi::DoorbellRecord::bytes);
  std::uint8_t* to = record->data;
  device_.probe.move(Mover::dma_read, tag, abi::DoorbellRecord::bytes, false);
  device_.memory.read(q->config.record, to, abi::DoorbellRecord::bytes, tag, [this, q, record = std::move(record)] {
    device_.probe.count(doorbells_recovered, q->tag(no_message));
    q->sends.posted_until(abi::DoorbellRecord::decode(record->data).sent);
    done();
  });
}

}  // namespace rocelab::rnic
