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
    errno = EINVAL;
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
  return context->srqs.add(std::move(srq));
}

int ibv_modify_srq_limit(Srq* srq, std::uint32_t limit) {
  if (limit > srq->max_wr) return EINVAL;
  Platform& platform = srq->context->platform;
  platform.driver(DriverCall::modify_srq, 0, [&] { platform.nic().arm_srq_limit(srq->handle, limit); });
  return 0;
}

int ibv_destroy_srq(Srq* srq) {
  if (srq->users > 0) return EBUSY;
  Context* context = srq->context;
  context->platform.driver(DriverCall::destroy_srq, 0, [&] { context->platform.nic().destroy_srq(srq->handle); });
  context->drop_ring(srq->ring);
  --srq->pd->users;
  context->srqs.drop(srq);
  return 0;
}

}  // namespace rocelab::verbs
