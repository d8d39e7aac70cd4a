#include <algorithm>
#include <cerrno>

#include "host/verbs/facts.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/completion_abi.h"
#include "hw/rnic/registers.h"

namespace rocelab::verbs {

namespace {

using rnic::abi::Cqe;
using rnic::abi::CqeOp;

constexpr std::uint32_t cqe_bytes = rnic::abi::cqe_bytes;

std::uint32_t capacity(const Cq& cq) { return static_cast<std::uint32_t>(cq.cqe); }
Va slot(const Cq& cq, std::uint32_t n) { return cq.ring.start + std::uint64_t{n & (capacity(cq) - 1)} * cqe_bytes; }

/// Is entry `n` of the ring filled? Its owner bit then equals the parity of the lap.
bool filled(const Cq& cq, std::uint32_t n, std::uint8_t last_octet) {
  const bool lap = (n / capacity(cq)) & 1;
  return static_cast<bool>(last_octet & 1) == lap;
}

void publish_consumer(Cq& cq) {
  std::uint8_t record[4];
  rnic::abi::put32(record, cq.consumer);
  cq.context->platform.store(cq.record, record, sizeof record);
}

ibv_wc_opcode opcode_of(CqeOp op) { return op == CqeOp::recv_write_imm ? IBV_WC_RECV_RDMA_WITH_IMM : IBV_WC_RECV; }

/// The octet order of the wire, seen as a number of this little-endian machine.
std::uint32_t network_order(std::uint32_t v) { return __builtin_bswap32(v); }

ibv_wc completion(Qp& qp, const Cqe& c) {
  ibv_wc wc;
  wc.status = static_cast<ibv_wc_status>(c.status);
  wc.vendor_err = c.vendor;
  wc.qp_num = qp.qp_num;
  Posted done;
  if (c.op == CqeOp::requester) {
    done = finish_send(qp, c.wqe);
    wc.opcode = done.opcode;
    // What was fetched, as mlx5 reports it; nothing for what was sent.
    wc.byte_len = done.opcode == IBV_WC_RDMA_READ || done.opcode == IBV_WC_COMP_SWAP || done.opcode == IBV_WC_FETCH_ADD
                      ? done.length
                      : 0;
  } else {
    done = qp.srq ? finish_shared(*qp.srq, c.wqe) : finish_receive(qp, c.wqe);
    wc.opcode = opcode_of(c.op);
    wc.byte_len = c.bytes;
    wc.src_qp = c.source.value;
    if (c.grh) wc.wc_flags |= IBV_WC_GRH;
    if (c.op == CqeOp::recv_imm || c.op == CqeOp::recv_write_imm) {
      wc.wc_flags |= IBV_WC_WITH_IMM;
      wc.imm_data = network_order(c.imm);
    }
    if (c.op == CqeOp::recv_invalidate) {
      wc.wc_flags |= IBV_WC_WITH_INV;
      wc.invalidated_rkey = c.imm;
    }
  }
  wc.wr_id = done.wr_id;
  wc.message = c.message == 0xffffff ? done.message : MessageId{c.message};
  // An error ends the queue pair; the library learns of it here.
  if (wc.status != IBV_WC_SUCCESS) qp.state = IBV_QPS_ERR;
  return wc;
}

}  // namespace

Cq* ibv_create_cq(Context* context, int cqe, Channel* channel) {
  if (cqe < 1 || static_cast<std::uint32_t>(cqe) > context->platform.nic().limits().max_cqe) {
    errno = EINVAL;
    return nullptr;
  }
  const std::uint32_t entries = power_of_two(static_cast<std::uint32_t>(cqe));
  const std::uint64_t ring_bytes = std::uint64_t{entries} * cqe_bytes;
  rnic::CqConfig config;
  config.entries = entries;
  Cq cq{context, {}, static_cast<int>(entries)};
  // The consumer's record stands in the line behind the ring.
  cq.ring = context->make_ring(ring_bytes + cqe_bytes, config.ring);
  if (cq.ring.bytes == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  cq.record = cq.ring.start + ring_bytes;
  cq.channel = channel;
  config.consumer = config.ring.at(ring_bytes);
  // A fresh ring belongs to hardware: the first lap writes owner bits of 0.
  const std::uint8_t hardware = 1;
  for (std::uint32_t n = 0; n < entries; ++n) context->platform.store(slot(cq, n) + cqe_bytes - 1, &hardware, 1);
  context->platform.driver(DriverCall::create_cq, config.ring.pages.size(),
                           [&] { cq.handle = context->platform.nic().create_cq(config); });
  Cq* made = context->cqs.add(cq);
  context->cq_of_number[made->handle.value] = made;
  return made;
}

int ibv_destroy_cq(Cq* cq) {
  if (cq->users > 0) return EBUSY;
  Context* context = cq->context;
  context->platform.driver(DriverCall::destroy_cq, 0, [&] { context->platform.nic().destroy_cq(cq->handle); });
  context->drop_ring(cq->ring);
  context->cq_of_number.erase(cq->handle.value);
  if (cq->channel) {
    auto& events = cq->channel->events;
    events.erase(std::remove(events.begin(), events.end(), cq), events.end());
  }
  context->cqs.drop(cq);
  return 0;
}

int ibv_poll_cq(Cq* cq, int entries, ibv_wc* wc) {
  Platform& platform = cq->context->platform;
  int found = 0;
  std::uint8_t octets[cqe_bytes];
  while (found < entries) {
    platform.load(slot(*cq, cq->consumer), octets, cqe_bytes);
    if (!filled(*cq, cq->consumer, octets[cqe_bytes - 1])) break;
    ++cq->consumer;
    const Cqe c = Cqe::decode(octets);
    const auto owner = cq->context->qp_of_number.find(c.qp.value);
    if (owner == cq->context->qp_of_number.end()) continue;
    ibv_wc& got = wc[found++];
    got = completion(*owner->second, c);
    const bool receives = c.op != CqeOp::requester;
    platform.user(receives ? &stage_recv : nullptr, platform.costs().poll_hit, got.byte_len, got.message);
  }
  if (found > 0) {
    publish_consumer(*cq);
  } else {
    platform.user(nullptr, platform.costs().poll_miss, 0, no_message);
  }
  return found;
}

void forget_completions(Cq& cq, std::uint32_t qp_num) {
  Platform& platform = cq.context->platform;
  std::uint8_t octets[cqe_bytes];
  std::uint32_t end = cq.consumer;
  for (; end - cq.consumer < capacity(cq); ++end) {
    platform.load(slot(cq, end) + cqe_bytes - 1, octets, 1);
    if (!filled(cq, end, octets[0])) break;
  }
  // From the newest on, what stays moves up over what goes; owner bits belong to the place.
  std::uint32_t gone = 0;
  for (std::uint32_t n = end; n != cq.consumer;) {
    --n;
    platform.load(slot(cq, n), octets, cqe_bytes);
    if (Cqe::decode(octets).qp.value == qp_num) {
      ++gone;
    } else if (gone > 0) {
      std::uint8_t owner;
      platform.load(slot(cq, n + gone) + cqe_bytes - 1, &owner, 1);
      octets[cqe_bytes - 1] = static_cast<std::uint8_t>((octets[cqe_bytes - 1] & 0xfe) | (owner & 1));
      platform.store(slot(cq, n + gone), octets, cqe_bytes);
    }
  }
  cq.consumer += gone;
  publish_consumer(cq);
}

int ibv_req_notify_cq(Cq* cq, int solicited_only) {
  std::uint8_t octets[8];
  rnic::abi::put32(octets, cq->handle.value | (solicited_only ? rnic::registers::solicited_bit : 0));
  rnic::abi::put32(octets + 4, cq->consumer);
  cq->context->platform.mmio_write(rnic::registers::cq_arm, octets, sizeof octets);
  return 0;
}

Channel* ibv_create_comp_channel(Context* context) { return context->channels.add({context, {}}); }

int ibv_destroy_comp_channel(Channel* channel) {
  channel->context->channels.drop(channel);
  return 0;
}

int ibv_get_cq_event(Channel* channel, Cq** cq) {
  if (!channel->context->platform.sleep_until([channel] { return !channel->events.empty(); })) {
    errno = EAGAIN;
    return -1;
  }
  *cq = channel->events.front();
  channel->events.pop_front();
  return 0;
}

}  // namespace rocelab::verbs
