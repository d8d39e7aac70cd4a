#include <cerrno>

#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/abi.h"
#include "hw/rnic/registers.h"

namespace rocelab::verbs {

namespace {

void ring_doorbell(Platform& platform, std::uint32_t queue, std::uint32_t posted) {
  std::uint8_t octets[8];
  rnic::abi::put32(octets, queue);
  rnic::abi::put32(octets + 4, posted);
  platform.mmio_write(rnic::registers::receive_doorbell, octets, sizeof octets);
}

/// Posts a list by `post_one`, which returns an errno value, then rings for what was taken.
template <class PostOne, class Ring>
int post_list(Platform& platform, ibv_recv_wr* wr, ibv_recv_wr** bad_wr, PostOne post_one, Ring ring) {
  int error = 0;
  bool any = false;
  for (; wr && error == 0; wr = wr->next) {
    error = post_one(*wr);
    if (error == 0) any = true;
    if (error != 0 && bad_wr) *bad_wr = wr;
  }
  platform.user(nullptr, platform.costs().post, 0, no_message);
  if (any) ring();
  return error;
}

std::uint32_t octets_of(const ibv_recv_wr& wr) {
  std::uint32_t sum = 0;
  for (int i = 0; i < wr.num_sge; ++i) sum += wr.sg_list[i].length;
  return sum;
}

int check_sges(Context& context, std::uint32_t queue, const ibv_recv_wr& wr, std::uint32_t most) {
  if (wr.num_sge >= 0 && static_cast<std::uint32_t>(wr.num_sge) <= most) return 0;
  return context.refuse(refused_sges, EINVAL,
                        {{"qpn", queue}, {"given", static_cast<std::uint64_t>(wr.num_sge)}, {"most", most}});
}

}  // namespace

void store_receive(Platform& platform, Va at, std::uint32_t stride, const ibv_recv_wr& wr) {
  std::uint8_t segment[rnic::abi::segment_bytes];
  std::uint32_t offset = 0;
  for (int i = 0; i < wr.num_sge; ++i, offset += sizeof segment) {
    const ibv_sge& s = wr.sg_list[i];
    rnic::abi::DataSegment{s.length, Key{s.lkey}, s.addr}.encode(segment);
    platform.store(at + offset, segment, sizeof segment);
  }
  if (offset == stride) return;
  rnic::abi::DataSegment{0, Key{rnic::abi::DataSegment::end_of_list}, 0}.encode(segment);
  platform.store(at + offset, segment, sizeof segment);
}

int ibv_post_recv(Qp* qp, ibv_recv_wr* wr, ibv_recv_wr** bad_wr) {
  Platform& platform = qp->context->platform;
  const auto post_one = [&](const ibv_recv_wr& r) {
    Context& context = *qp->context;
    if (qp->srq) return context.refuse(refused_shared_queue, EINVAL, {{"qpn", qp->qp_num}});
    if (qp->state == IBV_QPS_RESET)
      return context.refuse(refused_state, EINVAL, {{"qpn", qp->qp_num}, {"state", qp->state}});
    if (const int error = check_sges(context, qp->qp_num, r, qp->cap.max_recv_sge)) return error;
    if (qp->recv_posted - qp->recv_done >= qp->cap.max_recv_wr)
      return context.refuse(refused_full, ENOMEM, {{"qpn", qp->qp_num}, {"most", qp->cap.max_recv_wr}});
    const std::uint32_t slot = qp->recv_posted & (qp->recv_entries - 1);
    store_receive(platform, qp->recv_ring.start + std::uint64_t{slot} * qp->recv_stride, qp->recv_stride, r);
    qp->recv_slots[slot] = {r.wr_id, IBV_WC_RECV, 1, octets_of(r), no_message};
    ++qp->recv_posted;
    return 0;
  };
  return post_list(platform, wr, bad_wr, post_one, [&] {
    qp->context->records.received(qp->record, qp->recv_posted);
    ring_doorbell(platform, qp->qp_num, qp->recv_posted);
  });
}

int ibv_post_srq_recv(Srq* srq, ibv_recv_wr* wr, ibv_recv_wr** bad_wr) {
  Platform& platform = srq->context->platform;
  const auto post_one = [&](const ibv_recv_wr& r) {
    Context& context = *srq->context;
    if (const int error = check_sges(context, srq->handle.value, r, srq->max_sge)) return error;
    if (srq->outstanding.size() >= srq->max_wr)
      return context.refuse(refused_full, ENOMEM, {{"qpn", srq->handle.value}, {"most", srq->max_wr}});
    const std::uint32_t slot = srq->posted & (srq->entries - 1);
    store_receive(platform, srq->ring.start + std::uint64_t{slot} * srq->stride, srq->stride, r);
    srq->outstanding[srq->posted++] = {r.wr_id, IBV_WC_RECV, 1, octets_of(r), no_message};
    return 0;
  };
  return post_list(platform, wr, bad_wr, post_one,
                   [&] { ring_doorbell(platform, srq->handle.value | rnic::registers::srq_bit, srq->posted); });
}

Posted finish_receive(Qp& qp, std::uint32_t entry) {
  qp.recv_done = entry + 1;
  return qp.recv_slots[entry & (qp.recv_entries - 1)];
}

Posted finish_shared(Srq& srq, std::uint32_t entry) {
  const auto node = srq.outstanding.extract(entry);
  return node.empty() ? Posted{} : node.mapped();
}

}  // namespace rocelab::verbs
