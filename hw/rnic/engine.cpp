#include "hw/rnic/engine.h"

#include <algorithm>
#include <stdexcept>

#include "hw/rnic/completions.h"
#include "hw/rnic/doorbells.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/queue_pair.h"
#include "hw/rnic/receiver.h"
#include "hw/rnic/registers.h"
#include "hw/rnic/transmitter.h"

namespace rocelab::rnic {

Engine::Engine(Timeline& timeline, Probe& probe, PacketPool& pool, MemoryPort& memory, WirePort& port,
               const Config& config)
    : device_(std::make_unique<Device>(timeline, probe, pool, memory, port, config)),
      completions_(std::make_unique<Completions>(*device_)),
      transmitter_(std::make_unique<Transmitter>(*device_)),
      receiver_(std::make_unique<Receiver>(*device_, *transmitter_)),
      doorbells_(std::make_unique<Doorbells>(*device_)) {}

Engine::~Engine() = default;

const Limits& Engine::limits() const { return device_->config.limits; }
protection::KeyTable& Engine::keys() { return device_->keys; }

void Engine::set_addresses(const PortAddresses& a) { device_->addresses = a; }

CqId Engine::create_cq(const CqConfig& c) { return completions_->create(c); }
void Engine::destroy_cq(CqId id) { completions_->destroy(id); }
void Engine::moderate_cq(CqId id, std::uint32_t count, Ps period) { completions_->moderate(id, count, period); }
std::uint32_t Engine::next_cqe(CqId id) const { return completions_->next(id); }
bool Engine::resize_cq(CqId id, const CqConfig& c, std::uint32_t consumed) {
  return completions_->resize(id, c, consumed);
}

SrqId Engine::create_srq(const SrqConfig& c) {
  const auto id = static_cast<std::uint32_t>(device_->shared_queues.size());
  device_->shared_queues.push_back(
      std::make_unique<ReceiveQueue>(*device_, ReceiveQueue::Shape{c.ring, c.entries, c.stride, true, id, Tag{}}));
  return SrqId{id};
}
std::uint32_t Engine::srq_limit(SrqId id) const { return device_->shared_queues[id.value]->limit(); }
void Engine::arm_srq_limit(SrqId id, std::uint32_t limit) { device_->shared_queues[id.value]->arm_limit(limit); }
std::uint32_t Engine::srq_taken(SrqId id) const { return device_->shared_queues[id.value]->taken(); }
void Engine::resize_srq(SrqId id, const SrqConfig& c) {
  device_->shared_queues[id.value]->resize({c.ring, c.entries, c.stride, true, id.value, Tag{}});
}
void Engine::destroy_srq(SrqId id) { device_->shared_queues[id.value]->reset(); }

Qpn Engine::create_qp(const QpConfig& c) {
  ReceiveQueue* shared = c.srq == no_srq ? nullptr : device_->shared_queues.at(c.srq.value).get();
  return device_
      ->add(std::make_unique<QueuePair>(*device_, *completions_, *transmitter_, device_->next_qpn(), c, shared))
      .number;
}

void Engine::destroy_qp(Qpn qpn) {
  if (QueuePair* q = device_->find(qpn)) {
    QpAttributes reset;
    q->modify(reset, mask_state);
    device_->remove(qpn);
  }
}

void Engine::modify_qp(Qpn qpn, const QpAttributes& a, std::uint32_t mask) {
  if (QueuePair* q = device_->find(qpn)) q->modify(a, mask);
}

QpAttributes Engine::query_qp(Qpn qpn) const {
  const QueuePair* q = device_->find(qpn);
  if (!q) throw std::invalid_argument("no such QP");
  QpAttributes a = q->attributes;
  if (a.state >= rc::QpState::rtr) a.rq_psn = q->expected();
  a.draining = a.state == rc::QpState::sqd && !q->requester.drained();
  if (a.state >= rc::QpState::rts) a.sq_psn = q->requester.window().sent;
  return a;
}

void Engine::add_listener(EventListener& process) { device_->listeners.push_back(&process); }

void Engine::remove_listener(EventListener& process) {
  auto& all = device_->listeners;
  all.erase(std::remove(all.begin(), all.end(), &process), all.end());
}

void Engine::on_rx_pressure(std::function<void(Priority, bool)> f) { device_->resources.rx.on_pressure = std::move(f); }

void Engine::on_cnp(std::function<void(Qpn)> f) { device_->cnp_received = std::move(f); }

void Engine::frame(PacketPtr packet, Ps, Ps last_bit) { receiver_->enter(std::move(packet), last_bit); }

void Engine::receive(PacketPtr packet) {
  device_->after(device_->profile.rx_pipeline, [this, packet = std::move(packet)] { receiver_->receive(packet); });
}

void Engine::port_has_room() { transmitter_->pump(); }

void Engine::mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) {
  if (bytes < 8) return;
  const std::uint32_t object = wire::get32(data), count = wire::get32(data + 4);
  if (offset == registers::cq_arm) {
    completions_->arm(CqId{object & ~registers::solicited_bit}, object & registers::solicited_bit, count);
  } else if (offset == registers::receive_doorbell) {
    if (object & registers::srq_bit) {
      const std::uint32_t id = object & ~registers::srq_bit;
      if (id < device_->shared_queues.size()) device_->shared_queues[id]->posted(count);
    } else if (QueuePair* q = device_->find(Qpn{object})) {
      q->receive_doorbell(count);
    }
  } else if (offset == registers::send_doorbell) {
    const abi::ControlSegment newest = abi::ControlSegment::decode_doorbell(data);
    QueuePair* q = device_->find(newest.qp);
    if (!q) return;
    const Ps now = device_->timeline.now();
    const Profile& p = device_->profile;
    device_->probe.span(stage_doorbell, q->tag(no_message), now, p.after(now, p.doorbell));
    device_->probe.moment(moment_doorbell, q->tag(no_message));
    // BlueFlame: the WQE came along.
    PacketPtr wqe;
    if (bytes >= abi::block_bytes) {
      wqe = device_->pool.make(bytes);
      std::copy_n(data, bytes, wqe->data);
    }
    doorbells_->ring(*q, newest, std::move(wqe), bytes);
  }
}

}  // namespace rocelab::rnic
