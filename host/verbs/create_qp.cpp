#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/abi.h"

namespace rocelab::verbs {

namespace {

using rnic::abi::block_bytes;
using rnic::abi::segment_bytes;

rc::Transport transport_of(ibv_qp_type type) {
  return type == IBV_QPT_RC ? rc::Transport::rc : type == IBV_QPT_UC ? rc::Transport::uc : rc::Transport::ud;
}

std::uint32_t segments_for(std::uint32_t octets) { return (octets + segment_bytes - 1) / segment_bytes; }

/// 64-octet blocks of the longest WQE a QP may post: control, then address (UD) or remote address and operands, then
/// data segments or inline data behind its count.
std::uint32_t largest_wqe(ibv_qp_type type, const ibv_qp_cap& cap) {
  const std::uint32_t head = 1 + (type == IBV_QPT_UD ? rnic::abi::AddressSegment::bytes / segment_bytes : 2);
  const std::uint32_t inlined = cap.max_inline_data > 0 ? segments_for(4 + cap.max_inline_data) : 0;
  const std::uint32_t data = std::max(cap.max_send_sge, inlined);
  return ((head + data) * segment_bytes + block_bytes - 1) / block_bytes;
}

/// Does the device grant what is asked for? 0 or an errno value.
int check_capabilities(Context& context, const ibv_qp_cap& cap) {
  const rnic::Limits& l = context.platform.nic().limits();
  const std::pair<std::uint32_t, std::uint32_t> asked[]{{cap.max_send_wr, l.max_qp_wr},
                                                        {cap.max_recv_wr, l.max_qp_wr},
                                                        {cap.max_send_sge, l.max_sge},
                                                        {cap.max_recv_sge, l.max_sge},
                                                        {cap.max_inline_data, l.max_inline}};
  for (const auto& [given, most] : asked) {
    if (given > most) return context.refuse(refused_capability, EINVAL, {{"given", given}, {"most", most}});
  }
  return 0;
}

/// Allocates and pins rings and doorbell record; false where memory does not suffice.
bool make_rings(Qp& qp, rnic::QpConfig& config) {
  if (config.send_blocks > 0) {
    qp.send_ring = qp.context->make_ring(std::uint64_t{config.send_blocks} * block_bytes, config.send_ring);
    if (qp.send_ring.bytes == 0) return false;
  }
  if (config.recv_entries > 0) {
    qp.recv_ring = qp.context->make_ring(std::uint64_t{config.recv_entries} * config.recv_stride, config.recv_ring);
    if (qp.recv_ring.bytes == 0) return false;
  }
  qp.record = qp.context->records.take();
  config.record = qp.record.bus;
  return qp.record.at != 0;
}

std::uint64_t ring_pages(const rnic::QpConfig& c) {
  constexpr std::uint64_t page_octets = 4096;
  const auto pages = [](std::uint64_t octets) { return (octets + page_octets - 1) / page_octets; };
  return pages(std::uint64_t{c.send_blocks} * block_bytes) + pages(std::uint64_t{c.recv_entries} * c.recv_stride);
}

void drop_rings(Qp& qp) {
  qp.context->drop_ring(qp.send_ring);
  qp.context->drop_ring(qp.recv_ring);
  if (qp.record.at != 0) qp.context->records.give_back(qp.record);
}

void count_users(Qp& qp, int by) {
  qp.pd->users += by;
  qp.send_cq->users += by;
  qp.recv_cq->users += by;
  if (qp.srq) qp.srq->users += by;
}

}  // namespace

Qp* ibv_create_qp(Pd* pd, ibv_qp_init_attr* attr, const LabOptions& lab) {
  Context* context = pd->context;
  const bool known = attr->qp_type == IBV_QPT_RC || attr->qp_type == IBV_QPT_UC || attr->qp_type == IBV_QPT_UD;
  if (!attr->send_cq || !attr->recv_cq || !known) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", static_cast<std::uint64_t>(attr->qp_type)}});
    return nullptr;
  }
  if (const int error = check_capabilities(*context, attr->cap)) {
    errno = error;
    return nullptr;
  }
  Qp qp{context, pd, 0, IBV_QPS_RESET, attr->qp_type, attr->send_cq, attr->recv_cq, attr->srq, attr->cap};
  qp.cap.max_send_sge = std::max(qp.cap.max_send_sge, 1u);
  qp.cap.max_recv_sge = std::max(qp.cap.max_recv_sge, 1u);
  if (qp.srq) qp.cap.max_recv_wr = 0;
  qp.sq_sig_all = attr->sq_sig_all != 0;
  qp.qp_context = attr->qp_context;
  qp.tag = lab.tag;
  if (qp.cap.max_send_wr > 0) qp.send_blocks = power_of_two(qp.cap.max_send_wr * largest_wqe(qp.qp_type, qp.cap));
  if (qp.cap.max_recv_wr > 0) qp.recv_entries = power_of_two(qp.cap.max_recv_wr);
  qp.recv_stride = power_of_two(qp.cap.max_recv_sge) * segment_bytes;
  qp.send_slots.resize(qp.send_blocks);
  qp.recv_slots.resize(qp.recv_entries);

  rnic::QpConfig config;
  config.transport = transport_of(qp.qp_type);
  config.domain = pd->handle;
  config.send_cq = qp.send_cq->handle;
  config.recv_cq = qp.recv_cq->handle;
  if (qp.srq) config.srq = qp.srq->handle;
  config.send_blocks = qp.send_blocks;
  config.recv_entries = qp.recv_entries;
  config.recv_stride = qp.recv_stride;
  config.all_signalled = qp.sq_sig_all;
  config.tag = lab.tag;
  config.scheme = lab.scheme;
  config.scheme_parameters = lab.scheme_parameters;
  config.priority = lab.priority;
  config.lossless = lab.lossless;
  int error = 0;
  context->platform.driver(DriverCall::create_qp, ring_pages(config), [&] {
    if (!make_rings(qp, config)) {
      error = ENOMEM;
      return;
    }
    try {
      qp.qp_num = context->platform.nic().create_qp(config).value;
    } catch (const std::invalid_argument&) {  // the scheme or a parameter of it
      error = EINVAL;
    }
  });
  if (error != 0) {
    drop_rings(qp);
    errno = error;
    return nullptr;
  }
  attr->cap = qp.cap;
  count_users(qp, 1);
  Qp* made = context->qps.add(std::move(qp));
  context->qp_of_number[made->qp_num] = made;
  return made;
}

int ibv_destroy_qp(Qp* qp) {
  Context* context = qp->context;
  context->platform.driver(DriverCall::destroy_qp, 0, [&] { context->platform.nic().destroy_qp(Qpn{qp->qp_num}); });
  forget_completions(*qp->send_cq, qp->qp_num);
  if (qp->recv_cq != qp->send_cq) forget_completions(*qp->recv_cq, qp->qp_num);
  drop_rings(*qp);
  count_users(*qp, -1);
  context->qp_of_number.erase(qp->qp_num);
  context->qps.drop(qp);
  return 0;
}

}  // namespace rocelab::verbs
