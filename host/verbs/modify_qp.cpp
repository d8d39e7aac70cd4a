#include <cerrno>

#include "host/verbs/transitions.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"

namespace rocelab::verbs {

namespace {

constexpr std::uint32_t low_24_bits = 0xffffff;

/// Do the given values fit their fields?
bool in_range(const Qp& qp, const ibv_qp_attr& a, unsigned mask) {
  const auto beyond = [mask](unsigned bit, bool wrong) { return (mask & bit) && wrong; };
  const rnic::Limits& limits = qp.context->platform.nic().limits();
  return !beyond(IBV_QP_PATH_MTU, a.path_mtu < IBV_MTU_256 || a.path_mtu > IBV_MTU_4096) &&
         !beyond(IBV_QP_PORT, a.port_num != 1) && !beyond(IBV_QP_PKEY_INDEX, a.pkey_index != 0) &&
         !beyond(IBV_QP_TIMEOUT, a.timeout > 31) && !beyond(IBV_QP_RETRY_CNT, a.retry_cnt > 7) &&
         !beyond(IBV_QP_RNR_RETRY, a.rnr_retry > 7) && !beyond(IBV_QP_MIN_RNR_TIMER, a.min_rnr_timer > 31) &&
         !beyond(IBV_QP_MAX_QP_RD_ATOMIC, a.max_rd_atomic > limits.max_rd_atomic) &&
         !beyond(IBV_QP_MAX_DEST_RD_ATOMIC, a.max_dest_rd_atomic > limits.max_rd_atomic) &&
         !beyond(IBV_QP_AV, !a.ah_attr.is_global || a.ah_attr.port_num != 1 ||
                                a.ah_attr.grh.sgid_index >= qp.context->platform.gids().size());
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
    if (from != present || !transition_allowed(qp->qp_type, from, to, mask) || !in_range(*qp, *attr, mask)) {
      error = EINVAL;
    } else if ((mask & IBV_QP_AV) && !resolve(platform, attr->ah_attr, path)) {
      error = EHOSTUNREACH;
    } else {
      rnic::QpAttributes attributes = to_nic(*attr);
      attributes.path = path;
      platform.nic().modify_qp(Qpn{qp->qp_num}, attributes, to_nic_mask(mask));
      if (mask & IBV_QP_AV) qp->address = attr->ah_attr;
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
  if (init) *init = {qp->send_cq, qp->recv_cq, qp->srq, qp->cap, qp->qp_type, qp->sq_sig_all};
  return 0;
}

}  // namespace rocelab::verbs
