#include <fmt/format.h>

#include "app/conformance/rc_setup.h"
#include "app/conformance/rc_words.h"

namespace rocelab::app::replay {
namespace {

using namespace verbs;

/// The attribute of a QP that a member of its configuration sets; 0 for the rest.
unsigned mask_of(std::string_view member) {
  constexpr std::pair<std::string_view, unsigned> masks[]{{"mtu", IBV_QP_PATH_MTU},
                                                          {"epsn", IBV_QP_RQ_PSN},
                                                          {"sq_psn", IBV_QP_SQ_PSN},
                                                          {"access", IBV_QP_ACCESS_FLAGS},
                                                          {"max_dest_rd_atomic", IBV_QP_MAX_DEST_RD_ATOMIC},
                                                          {"max_rd_atomic", IBV_QP_MAX_QP_RD_ATOMIC},
                                                          {"min_rnr_timer", IBV_QP_MIN_RNR_TIMER},
                                                          {"timeout", IBV_QP_TIMEOUT},
                                                          {"retry_cnt", IBV_QP_RETRY_CNT},
                                                          {"rnr_retry", IBV_QP_RNR_RETRY},
                                                          {"ip", IBV_QP_AV},
                                                          {"remote_qpn", IBV_QP_DEST_QPN},
                                                          {"qkey", IBV_QP_QKEY}};
  for (const auto& [name, mask] : masks) {
    if (name == member) return mask;
  }
  return 0;
}

/// What must come with the state (ibv_modify_qp(3)).
unsigned needed(ibv_qp_type type, ibv_qp_state from, ibv_qp_state to) {
  const bool rc = type == IBV_QPT_RC, ud = type == IBV_QPT_UD;
  if (to == IBV_QPS_INIT && from == IBV_QPS_RESET) {
    return IBV_QP_PKEY_INDEX | IBV_QP_PORT | (ud ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS);
  }
  if (to == IBV_QPS_RTR && !ud) {
    const unsigned both = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    return both | (rc ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0U);
  }
  if (to == IBV_QPS_RTS && from != IBV_QPS_SQD && from != IBV_QPS_SQE && from != IBV_QPS_RTS) {
    const unsigned reliable = IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    return IBV_QP_SQ_PSN | (rc ? reliable : 0U);
  }
  if (to == IBV_QPS_SQD) return IBV_QP_EN_SQD_ASYNC_NOTIFY;  // not needed, but a case may ask for the event
  return 0;
}

template <class T>
void read(T& to, const Json& config, const char* key) {
  to = static_cast<T>(integer(member(config, key, "qp"), fmt::format("qp.{}", key)));
}

ibv_qp_attr attributes_of(const Json& config, const Subnet& subnet) {
  ibv_qp_attr a;
  a.path_mtu = mtu_of(integer(member(config, "mtu", "qp"), "qp.mtu"), "qp.mtu");
  a.qp_access_flags = access_of(member(config, "access", "qp"), "qp.access");
  read(a.rq_psn, config, "epsn");
  read(a.sq_psn, config, "sq_psn");
  read(a.dest_qp_num, config, "remote_qpn");
  read(a.qkey, config, "qkey");
  read(a.max_rd_atomic, config, "max_rd_atomic");
  read(a.max_dest_rd_atomic, config, "max_dest_rd_atomic");
  read(a.min_rnr_timer, config, "min_rnr_timer");
  read(a.timeout, config, "timeout");
  read(a.retry_cnt, config, "retry_cnt");
  read(a.rnr_retry, config, "rnr_retry");
  const bool v6 = integer(member(config, "ip", "qp"), "qp.ip") == 6;
  a.ah_attr.grh.dgid = subnet.peer[v6];
  a.ah_attr.grh.sgid_index = v6;
  a.port_num = 1;
  a.en_sqd_async_notify = 1;
  return a;
}

}  // namespace

int modify(Objects::QueuePair& qp, const Json& step, const Subnet& subnet) {
  Json config = qp.config;
  unsigned given = 0;
  for (const auto& [key, value] : step.items()) {
    if (key == "state" || key == "qp" || key == "bare") continue;
    if (mask_of(key) == 0) throw Malformed(fmt::format("modify_qp: unknown member \"{}\"", key));
    given |= mask_of(key);
    config[key] = value;
  }
  ibv_qp_attr attributes = attributes_of(config, subnet);
  attributes.qp_state = state_of(member(step, "state", "modify_qp"), "modify_qp.state");
  const unsigned mask = IBV_QP_STATE | given | needed(qp.handle->qp_type, qp.handle->state, attributes.qp_state);
  const bool bare = flag_or(step, "bare", false, "modify_qp");
  return ibv_modify_qp(qp.handle, &attributes, bare ? static_cast<unsigned>(IBV_QP_STATE) : mask);
}

}  // namespace rocelab::app::replay
