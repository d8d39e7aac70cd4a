#include <cerrno>

#include "host/verbs/transitions.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/abi.h"

namespace rocelab::verbs {

namespace {

constexpr std::uint32_t low_24_bits = 0xffffff;

constexpr unsigned remote_rights =
    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

/// What an attribute may be.
struct Bound {
  unsigned bit;
  std::uint64_t given, lowest, highest;
};

/// The first of the given values that does not fit; 0 or an errno value.
int check_values(Qp& qp, const ibv_qp_attr& a, unsigned mask) {
  const rnic::Limits& limits = qp.context->platform.nic().limits();
  ibv_mtu port_mtu = IBV_MTU_256;
  while (128u << port_mtu < limits.mtu) port_mtu = static_cast<ibv_mtu>(port_mtu + 1);
  const Bound bounds[]{
      {IBV_QP_PATH_MTU, static_cast<std::uint64_t>(a.path_mtu), IBV_MTU_256, static_cast<std::uint64_t>(port_mtu)},
      {IBV_QP_PORT, a.port_num, 1, 1},
      {IBV_QP_PKEY_INDEX, a.pkey_index, 0, 0},
      {IBV_QP_TIMEOUT, a.timeout, 0, 31},
      {IBV_QP_RETRY_CNT, a.retry_cnt, 0, 7},
      {IBV_QP_RNR_RETRY, a.rnr_retry, 0, 7},
      {IBV_QP_MIN_RNR_TIMER, a.min_rnr_timer, 0, 31},
      {IBV_QP_MAX_QP_RD_ATOMIC, a.max_rd_atomic, 0, limits.max_rd_atomic},
      {IBV_QP_MAX_DEST_RD_ATOMIC, a.max_dest_rd_atomic, 0, limits.max_rd_atomic},
      {IBV_QP_DEST_QPN, a.dest_qp_num, 0, low_24_bits},
      {IBV_QP_ACCESS_FLAGS, a.qp_access_flags & ~remote_rights, 0, 0},
      {IBV_QP_AV, a.ah_attr.is_global, 1, 1},  // RoCE has no other addresses
      {IBV_QP_AV, a.ah_attr.port_num, 1, 1},
      {IBV_QP_AV, a.ah_attr.grh.sgid_index, 0, qp.context->platform.gids().size() - 1},
  };
  for (const Bound& b : bounds) {
    if (!(mask & b.bit) || (b.given >= b.lowest && b.given <= b.highest)) continue;
    return qp.context->refuse(
        refused_value, EINVAL,
        {{"qpn", qp.qp_num}, {"bit", b.bit}, {"given", b.given}, {"lowest", b.lowest}, {"highest", b.highest}});
  }
  return 0;
}

/// Is there such a step, with these attributes? 0 or an errno value.
int check_step(Qp& qp, ibv_qp_state present, ibv_qp_state from, ibv_qp_state to, unsigned mask) {
  Context& context = *qp.context;
  if (from != present)
    return context.refuse(refused_current_state, EINVAL, {{"qpn", qp.qp_num}, {"given", from}, {"state", present}});
  const TransitionCheck check = check_transition(qp.qp_type, from, to, mask);
  if (check.allowed()) return 0;
  if (!check.exists)
    return context.refuse(refused_transition, EINVAL, {{"qpn", qp.qp_num}, {"from", from}, {"to", to}});
  const bool missing = check.missing != 0;
  return context.refuse(
      missing ? refused_missing : refused_excess, EINVAL,
      {{"qpn", qp.qp_num}, {"from", from}, {"to", to}, {"bits", missing ? check.missing : check.excess}});
}

/// The attributes in the NIC's terms; path apart.
rnic::QpAttributes to_nic(const ibv_qp_attr& a) {
  rnic::QpAttributes n;
  n.state = static_cast<rc::QpState>(a.qp_state);
  n.mtu = 128u << a.path_mtu;
  n.access = a.qp_access_flags;
  n.remote = Qpn{a.dest_qp_num & low_24_bits};
  n.rq_psn = Psn{a.rq_psn & low_24_bits};
  n.sq_psn = Psn{a.sq_psn & low_24_bits};
  n.max_rd_atomic = a.max_rd_atomic;
  n.max_dest_rd_atomic = a.max_dest_rd_atomic;
  n.min_rnr_timer = a.min_rnr_timer;
  n.timeout = a.timeout;
  n.retry_count = a.retry_cnt;
  n.rnr_retry = a.rnr_retry;
  n.qkey = a.qkey;
  n.notify_drained = a.en_sqd_async_notify != 0;
  return n;
}

std::uint32_t to_nic_mask(unsigned mask) {
  constexpr std::pair<unsigned, std::uint32_t> bits[]{
      {IBV_QP_STATE, rnic::mask_state},
      {IBV_QP_PATH_MTU, rnic::mask_mtu},
      {IBV_QP_ACCESS_FLAGS, rnic::mask_access},
      {IBV_QP_AV, rnic::mask_path},
      {IBV_QP_DEST_QPN, rnic::mask_remote},
      {IBV_QP_RQ_PSN, rnic::mask_rq_psn},
      {IBV_QP_SQ_PSN, rnic::mask_sq_psn},
      {IBV_QP_MAX_QP_RD_ATOMIC, rnic::mask_max_rd_atomic},
      {IBV_QP_MAX_DEST_RD_ATOMIC, rnic::mask_max_dest_rd_atomic},
      {IBV_QP_MIN_RNR_TIMER, rnic::mask_min_rnr_timer},
      {IBV_QP_TIMEOUT, rnic::mask_timeout},
      {IBV_QP_RETRY_CNT, rnic::mask_retry_count},
      {IBV_QP_RNR_RETRY, rnic::mask_rnr_retry},
      {IBV_QP_QKEY, rnic::mask_qkey},
      {IBV_QP_EN_SQD_ASYNC_NOTIFY, rnic::mask_notify_drained},
  };
  std::uint32_t out = 0;
  for (const auto& [verb, nic] : bits) {
    if (mask & verb) out |= nic;
  }
  return out;
}

/// The path that an address names; false where nobody answers for the peer's address.
bool resolve(Platform& platform, const ibv_ah_attr& ah, rnic::Path& path) {
  const auto mac = platform.resolve(ah.grh.dgid);
  if (!mac) return false;
  path.source_mac = platform.mac();
  path.destination_mac = *mac;
  path.source = platform.gids()[ah.grh.sgid_index];
  path.destination = ah.grh.dgid;
  path.traffic_class = ah.grh.traffic_class;
  path.hop_limit = ah.grh.hop_limit;
  return true;
}

/// RESET: the queues are empty and the queue pair's completions are gone.
void begin_anew(Qp& qp) {
  qp.send_posted = qp.send_done = qp.send_outstanding = 0;
  qp.recv_posted = qp.recv_done = 0;
  qp.context->records.clear(qp.record);
  forget_completions(*qp.recv_cq, qp.qp_num);
  if (qp.send_cq != qp.recv_cq) forget_completions(*qp.send_cq, qp.qp_num);
}

}  // namespace

int ibv_modify_qp(Qp* qp, ibv_qp_attr* attr, unsigned mask) {
  Platform& platform = qp->context->platform;
  int error = 0;
  platform.driver(DriverCall::modify_qp, 0, [&] {
    const auto present = static_cast<ibv_qp_state>(platform.nic().query_qp(Qpn{qp->qp_num}).state);
    const ibv_qp_state from = mask & IBV_QP_CUR_STATE ? attr->cur_qp_state : present;
    const ibv_qp_state to = mask & IBV_QP_STATE ? attr->qp_state : from;
    rnic::Path path;
    error = check_step(*qp, present, from, to, mask);
    if (error == 0) error = check_values(*qp, *attr, mask);
    if (error != 0) return;
    if ((mask & IBV_QP_AV) && !resolve(platform, attr->ah_attr, path)) {
      const std::uint32_t address = rnic::abi::get32(&attr->ah_attr.grh.dgid.raw[12]);
      error = qp->context->refuse(refused_unreachable, EHOSTUNREACH, {{"qpn", qp->qp_num}, {"address", address}});
    } else {
      rnic::QpAttributes attributes = to_nic(*attr);
      attributes.path = path;
      platform.nic().modify_qp(Qpn{qp->qp_num}, attributes, to_nic_mask(mask));
      if (mask & IBV_QP_AV) qp->address = attr->ah_attr;
      if (mask & IBV_QP_MAX_QP_RD_ATOMIC) qp->max_rd_atomic = attr->max_rd_atomic;
      qp->state = to;
    }
  });
  if (error == 0 && (mask & IBV_QP_STATE) && attr->qp_state == IBV_QPS_RESET) begin_anew(*qp);
  return error;
}

int ibv_query_qp(Qp* qp, ibv_qp_attr* attr, unsigned, ibv_qp_init_attr* init) {
  Platform& platform = qp->context->platform;
  rnic::QpAttributes n;
  platform.driver(DriverCall::query_qp, 0, [&] { n = platform.nic().query_qp(Qpn{qp->qp_num}); });
  *attr = {};
  attr->qp_state = attr->cur_qp_state = qp->state = static_cast<ibv_qp_state>(n.state);
  while (128u << attr->path_mtu != n.mtu) attr->path_mtu = static_cast<ibv_mtu>(attr->path_mtu % IBV_MTU_4096 + 1);
  attr->sq_draining = n.draining;
  attr->en_sqd_async_notify = n.notify_drained;
  attr->qkey = n.qkey;
  attr->rq_psn = n.rq_psn.value();
  attr->sq_psn = n.sq_psn.value();
  attr->dest_qp_num = n.remote.value;
  attr->qp_access_flags = n.access;
  attr->cap = qp->cap;
  attr->ah_attr = qp->address;
  attr->max_rd_atomic = n.max_rd_atomic;
  attr->max_dest_rd_atomic = n.max_dest_rd_atomic;
  attr->min_rnr_timer = n.min_rnr_timer;
  attr->port_num = 1;
  attr->timeout = n.timeout;
  attr->retry_cnt = n.retry_count;
  attr->rnr_retry = n.rnr_retry;
  if (init) *init = {qp->qp_context, qp->send_cq, qp->recv_cq, qp->srq, qp->cap, qp->qp_type, qp->sq_sig_all};
  return 0;
}

}  // namespace rocelab::verbs
