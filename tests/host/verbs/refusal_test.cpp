#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

std::uint64_t value(const Refusal& r, std::string_view name) {
  for (const auto& [key, v] : r.values) {
    if (key == name) return v;
  }
  FAIL("no value named " << name);
  return 0;
}

constexpr unsigned init_rc = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
constexpr unsigned init_ud = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
constexpr unsigned rtr_uc = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
constexpr unsigned rtr_rc = rtr_uc | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
constexpr unsigned rts_rc =
    IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC;

struct Step {
  ibv_qp_type type;
  ibv_qp_state from, to;
  unsigned needed;
};

ibv_qp_attr usual(const TwoComputers& lab, ibv_qp_state to) {
  ibv_qp_attr a;
  a.qp_state = to;
  a.port_num = 1;
  a.ah_attr.grh.dgid = lab.b.gids()[0];
  return a;
}

}  // namespace

TEST_CASE("every transition needs each of its attributes and takes no foreign one, and says which") {
  const Step step = GENERATE(
      Step{IBV_QPT_RC, IBV_QPS_RESET, IBV_QPS_INIT, init_rc}, Step{IBV_QPT_UC, IBV_QPS_RESET, IBV_QPS_INIT, init_rc},
      Step{IBV_QPT_UD, IBV_QPS_RESET, IBV_QPS_INIT, init_ud}, Step{IBV_QPT_RC, IBV_QPS_INIT, IBV_QPS_RTR, rtr_rc},
      Step{IBV_QPT_UC, IBV_QPS_INIT, IBV_QPS_RTR, rtr_uc}, Step{IBV_QPT_UD, IBV_QPS_INIT, IBV_QPS_RTR, 0u},
      Step{IBV_QPT_RC, IBV_QPS_RTR, IBV_QPS_RTS, rts_rc},
      Step{IBV_QPT_UC, IBV_QPS_RTR, IBV_QPS_RTS, unsigned{IBV_QP_SQ_PSN}},
      Step{IBV_QPT_UD, IBV_QPS_RTR, IBV_QPS_RTS, unsigned{IBV_QP_SQ_PSN}});
  TwoComputers lab;
  Connection c;
  c.type = step.type;
  End end = TwoComputers::open(lab.a, c);
  if (step.from != IBV_QPS_RESET) REQUIRE(TwoComputers::climb(end, c, 5, 0, 0, lab.b.gids()[0], step.from) == 0);
  ibv_qp_attr attr = usual(lab, step.to);
  const Refusal& refusal = lab.a.context.refusal;
  for (unsigned bit = 1; bit <= IBV_QP_DEST_QPN; bit <<= 1) {
    if (!(step.needed & bit)) continue;
    CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | (step.needed & ~bit)) == EINVAL);
    REQUIRE(refusal.rule == &refused_missing);
    CHECK(value(refusal, "bits") == bit);
  }
  const unsigned foreign = step.type == IBV_QPT_UD ? IBV_QP_TIMEOUT : IBV_QP_CAP;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | step.needed | foreign) == EINVAL);
  REQUIRE(refusal.rule == &refused_excess);
  CHECK(value(refusal, "bits") == foreign);
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | step.needed) == 0);
}

TEST_CASE("values out of range are named with what is allowed") {
  TwoComputers lab;
  const Connection c;
  End end = TwoComputers::open(lab.a, c);
  REQUIRE(TwoComputers::climb(end, c, 5, 0, 0, lab.b.gids()[0], IBV_QPS_INIT) == 0);
  const Refusal& refusal = lab.a.context.refusal;
  ibv_qp_attr attr = usual(lab, IBV_QPS_RTR);
  attr.min_rnr_timer = 32;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | rtr_rc) == EINVAL);
  CHECK(refusal.rule == &refused_value);
  CHECK(value(refusal, "bit") == IBV_QP_MIN_RNR_TIMER);
  CHECK(value(refusal, "given") == 32);
  CHECK(value(refusal, "highest") == 31);
  attr.min_rnr_timer = 0;
  attr.max_dest_rd_atomic = 17;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | rtr_rc) == EINVAL);
  CHECK(value(refusal, "highest") == 16);
  attr.max_dest_rd_atomic = 1;
  attr.ah_attr.grh.sgid_index = 2;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | rtr_rc) == EINVAL);
  CHECK(value(refusal, "bit") == IBV_QP_AV);
}

TEST_CASE("the wrong way, the wrong belief: which states stand in the refusal") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  const Refusal& refusal = lab.a.context.refusal;
  ibv_qp_attr attr = usual(lab, IBV_QPS_RTS);
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | rts_rc) == EINVAL);
  CHECK(refusal.rule == &refused_transition);
  CHECK(value(refusal, "from") == IBV_QPS_RESET);
  CHECK(value(refusal, "to") == IBV_QPS_RTS);
  attr.cur_qp_state = IBV_QPS_RTR;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE | rts_rc) == EINVAL);
  CHECK(refusal.rule == &refused_current_state);
  End peer = TwoComputers::open(lab.b, {});
  CHECK(end.post(1, IBV_WR_SEND, {end.sge(0, 8)}, peer) == EINVAL);
  CHECK(refusal.rule == &refused_state);
  CHECK(value(refusal, "state") == IBV_QPS_RESET);
  CHECK(refusal.error == EINVAL);
}
