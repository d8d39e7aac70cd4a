#include <algorithm>
#include <cerrno>

#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/abi.h"

namespace rocelab::verbs {

Srq* ibv_create_srq(Pd* pd, const ibv_srq_attr& attr) {
  Context* context = pd->context;
  const rnic::Limits& limits = context->platform.nic().limits();
  if (attr.max_wr == 0 || attr.max_wr > limits.max_qp_wr || attr.max_sge > limits.max_sge) {
    const bool sges = attr.max_sge > limits.max_sge;
    errno = context->refuse(
        refused_capability, EINVAL,
        {{"given", sges ? attr.max_sge : attr.max_wr}, {"most", sges ? limits.max_sge : limits.max_qp_wr}});
    return nullptr;
  }
  Srq srq{context, pd, {}, attr.max_wr, std::max(attr.max_sge, 1u)};
  srq.entries = power_of_two(attr.max_wr);
  srq.stride = power_of_two(srq.max_sge) * rnic::abi::segment_bytes;
  rnic::SrqConfig config;
  config.domain = pd->handle;
  config.entries = srq.entries;
  config.stride = srq.stride;
  srq.ring = context->make_ring(std::uint64_t{srq.entries} * srq.stride, config.ring);
  if (srq.ring.bytes == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  context->platform.driver(DriverCall::create_srq, config.ring.pages.size(),
                           [&] { srq.handle = context->platform.nic().create_srq(config); });
  ++pd->users;
  Srq* made = context->srqs.add(std::move(srq));
  context->srq_of_number[made->handle.value] = made;
  if (attr.srq_limit > 0) ibv_modify_srq_limit(made, attr.srq_limit);
  return made;
}

Srq* ibv_create_srq(Pd* pd, ibv_srq_init_attr* init) {
  Srq* srq = ibv_create_srq(pd, init->attr);
  if (srq) init->attr.max_wr = srq->max_wr, init->attr.max_sge = srq->max_sge;
  return srq;
}

int ibv_modify_srq(Srq* srq, ibv_srq_attr* attr, unsigned mask) {
  if (mask & IBV_SRQ_MAX_WR) return srq->context->refuse(refused_argument, EOPNOTSUPP, {{"given", attr->max_wr}});
  return mask & IBV_SRQ_LIMIT ? ibv_modify_srq_limit(srq, attr->srq_limit) : 0;
}

int ibv_query_srq(Srq* srq, ibv_srq_attr* attr) {
  Platform& platform = srq->context->platform;
  platform.driver(DriverCall::query_srq, 0, [&] { attr->srq_limit = platform.nic().srq_limit(srq->handle); });
  attr->max_wr = srq->max_wr, attr->max_sge = srq->max_sge;
  return 0;
}

int ibv_modify_srq_limit(Srq* srq, std::uint32_t limit) {
  if (limit > srq->max_wr)
    return srq->context->refuse(refused_capability, EINVAL, {{"given", limit}, {"most", srq->max_wr}});
  Platform& platform = srq->context->platform;
  platform.driver(DriverCall::modify_srq, 0, [&] { platform.nic().arm_srq_limit(srq->handle, limit); });
  return 0;
}

int ibv_destroy_srq(Srq* srq) {
  Context* context = srq->context;
  if (srq->users > 0)
    return context->refuse(refused_in_use, EBUSY, {{"users", static_cast<std::uint64_t>(srq->users)}});
  context->platform.driver(DriverCall::destroy_srq, 0, [&] { context->platform.nic().destroy_srq(srq->handle); });
  context->drop_ring(srq->ring);
  context->srq_of_number.erase(srq->handle.value);
  --srq->pd->users;
  context->srqs.drop(srq);
  return 0;
}

}  // namespace rocelab::verbs
