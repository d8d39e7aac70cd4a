#include "host/verbs/transitions.h"

namespace rocelab::verbs {

namespace {

/// One row of the table: what RC, UC and UD queue pairs need and may bring along.
struct Transition {
  ibv_qp_state from, to;
  struct {
    unsigned needed, allowed;
  } rc, uc, ud;
};

constexpr unsigned path_change = IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE;
constexpr unsigned connected_init = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
constexpr unsigned datagram_init = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
constexpr unsigned uc_ready = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
constexpr unsigned rc_ready = uc_ready | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
constexpr unsigned rc_send =
    IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC;
constexpr unsigned ready_options = IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX;
constexpr unsigned uc_running = IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS | path_change;
constexpr unsigned rc_running = uc_running | IBV_QP_MIN_RNR_TIMER;
constexpr unsigned ud_running = IBV_QP_CUR_STATE | IBV_QP_QKEY;
constexpr unsigned uc_drained = IBV_QP_AV | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX | path_change;
constexpr unsigned rc_drained = uc_drained | IBV_QP_PORT | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                                IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;

constexpr Transition table[]{
    {IBV_QPS_RESET, IBV_QPS_INIT, {connected_init, 0}, {connected_init, 0}, {datagram_init, 0}},
    {IBV_QPS_INIT, IBV_QPS_INIT, {0, connected_init}, {0, connected_init}, {0, datagram_init}},
    {IBV_QPS_INIT,
     IBV_QPS_RTR,
     {rc_ready, ready_options},
     {uc_ready, ready_options},
     {0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY}},
    {IBV_QPS_RTR, IBV_QPS_RTS, {rc_send, rc_running}, {IBV_QP_SQ_PSN, uc_running}, {IBV_QP_SQ_PSN, ud_running}},
    {IBV_QPS_RTS, IBV_QPS_RTS, {0, rc_running}, {0, uc_running}, {0, ud_running}},
    {IBV_QPS_RTS,
     IBV_QPS_SQD,
     {0, IBV_QP_EN_SQD_ASYNC_NOTIFY},
     {0, IBV_QP_EN_SQD_ASYNC_NOTIFY},
     {0, IBV_QP_EN_SQD_ASYNC_NOTIFY}},
    {IBV_QPS_SQD, IBV_QPS_RTS, {0, rc_running}, {0, uc_running}, {0, ud_running}},
    {IBV_QPS_SQD, IBV_QPS_SQD, {0, rc_drained}, {0, uc_drained}, {0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY}},
};

}  // namespace

TransitionCheck check_transition(ibv_qp_type type, ibv_qp_state from, ibv_qp_state to, unsigned mask) {
  const unsigned given = mask & ~static_cast<unsigned>(IBV_QP_STATE);
  const auto against = [given](unsigned needed, unsigned allowed) {
    return TransitionCheck{true, needed & ~given, given & ~(needed | allowed)};
  };
  // Out of every state the error state and RESET can be entered, with nothing to say.
  if (to == IBV_QPS_RESET || to == IBV_QPS_ERR) return against(0, IBV_QP_CUR_STATE);
  // A send queue in error (not of RC: there the whole QP ends) goes on by going to RTS.
  if (from == IBV_QPS_SQE && to == IBV_QPS_RTS && type != IBV_QPT_RC)
    return against(0, type == IBV_QPT_UD ? ud_running : IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS);
  for (const Transition& t : table) {
    if (t.from != from || t.to != to) continue;
    const auto& rule = type == IBV_QPT_RC ? t.rc : type == IBV_QPT_UC ? t.uc : t.ud;
    return against(rule.needed, rule.allowed);
  }
  return {};
}

}  // namespace rocelab::verbs
