#include <algorithm>
#include <cerrno>
#include <vector>

#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/abi.h"

namespace rocelab::verbs {

namespace {

/// What the NIC is told of a queue of so many requests, whose ring is allocated here; no ring where memory is short.
rnic::SrqConfig make_srq_ring(const Srq& srq, std::uint32_t max_wr, Ring& ring) {
  rnic::SrqConfig config;
  config.domain = srq.pd->handle;
  config.entries = power_of_two(max_wr);
  config.stride = srq.stride;
  ring = srq.context->make_ring(std::uint64_t{config.entries} * config.stride, config.ring);
  return config;
}

/// Entries that the NIC has not taken move to the new ring, each to its number's place there.
void move_entries(const Srq& srq, std::uint32_t taken, const Ring& to, std::uint32_t entries) {
  Platform& platform = srq.context->platform;
  std::vector<std::uint8_t> octets(srq.stride);
  for (std::uint32_t n = taken; n != srq.posted; ++n) {
    platform.load(srq.ring.start + std::uint64_t{n & (srq.entries - 1)} * srq.stride, octets.data(), srq.stride);
    platform.store(to.start + std::uint64_t{n & (entries - 1)} * srq.stride, octets.data(), srq.stride);
  }
}

int resize(Srq& srq, std::uint32_t max_wr) {
  Context& context = *srq.context;
  const std::uint32_t most = context.platform.nic().limits().max_qp_wr;
  if (max_wr == 0 || max_wr > most)
    return context.refuse(refused_capability, EINVAL, {{"given", max_wr}, {"most", most}});
  if (srq.outstanding.size() > max_wr)
    return context.refuse(refused_full_srq, EINVAL, {{"given", max_wr}, {"entries", srq.outstanding.size()}});
  int error = 0;
  const std::uint64_t octets = std::uint64_t{power_of_two(max_wr)} * srq.stride;
  context.platform.driver(DriverCall::modify_srq, (octets + 4095) / 4096, [&] {
    Ring ring;
    const rnic::SrqConfig config = make_srq_ring(srq, max_wr, ring);
    if (ring.bytes == 0) {
      error = ENOMEM;
      return;
    }
    rnic::Engine& nic = context.platform.nic();
    move_entries(srq, nic.srq_taken(srq.handle), ring, config.entries);
    nic.resize_srq(srq.handle, config);
    context.drop_ring(srq.ring);
    srq.ring = ring;
    srq.entries = config.entries;
    srq.max_wr = max_wr;
  });
  return error;
}

}  // namespace

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
  Srq srq{context, pd, {}, nullptr, attr.max_wr, std::max(attr.max_sge, 1u)};
  srq.stride = power_of_two(srq.max_sge) * rnic::abi::segment_bytes;
  const rnic::SrqConfig config = make_srq_ring(srq, attr.max_wr, srq.ring);
  srq.entries = config.entries;
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
  if (srq) {
    srq->srq_context = init->srq_context;
    init->attr.max_wr = srq->max_wr, init->attr.max_sge = srq->max_sge;
  }
  return srq;
}

int ibv_modify_srq(Srq* srq, ibv_srq_attr* attr, unsigned mask) {
  if (mask & IBV_SRQ_MAX_WR) {
    if (const int error = resize(*srq, attr->max_wr)) return error;
  }
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
