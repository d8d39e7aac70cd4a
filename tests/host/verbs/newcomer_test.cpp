#include <cstring>

#include "two_computers.h"

/// Small programs as somebody writes them who knows libibverbs by heart and has read nothing here but verbs.h: its
/// names, its argument order, its return values.

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// What every verbs example calls its context structure.
struct Program {
  Computer& machine;
  struct ibv_context* context;
  struct ibv_pd* pd;
  struct ibv_comp_channel* channel;
  struct ibv_cq* cq;
  struct ibv_qp* qp = nullptr;
  Va buf;
  struct ibv_mr* mr;
  ibv_gid gid;

  explicit Program(Computer& m) : machine(m), context(&m.context) {
    struct ibv_port_attr port;
    REQUIRE(ibv_query_port(context, 1, &port) == 0);
    REQUIRE(port.state == IBV_PORT_ACTIVE);
    REQUIRE(ibv_query_gid(context, 1, 0, &gid) == 0);
    pd = ibv_alloc_pd(context);
    channel = ibv_create_comp_channel(context);
    cq = ibv_create_cq(context, 16, this, channel, 0);
    buf = machine.allocate(8192);
    mr = ibv_reg_mr(pd, buf, 8192,
                    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_MW_BIND);
    REQUIRE((pd && channel && cq && mr));
  }

  void create(ibv_qp_type type, ibv_srq* srq = nullptr) {
    struct ibv_qp_init_attr attr = {};
    attr.send_cq = cq;
    attr.recv_cq = cq;
    attr.srq = srq;
    attr.cap.max_send_wr = 8;
    attr.cap.max_recv_wr = 8;
    attr.cap.max_send_sge = 1;
    attr.cap.max_recv_sge = 1;
    attr.qp_type = type;
    qp = ibv_create_qp(pd, &attr);
    REQUIRE(qp);
  }

  void say(const char* words, std::uint64_t at = 0) {
    machine.store(buf + at, reinterpret_cast<const std::uint8_t*>(words), std::strlen(words) + 1);
  }
  std::string heard(std::uint64_t at) {
    std::string words(64, '\0');
    machine.load(buf + at, reinterpret_cast<std::uint8_t*>(words.data()), words.size());
    return words.c_str();
  }

  int recv(std::uint64_t id, std::uint64_t at, std::uint32_t length) {
    struct ibv_sge list = {buf + at, length, mr->lkey};
    struct ibv_recv_wr wr = {}, *bad_wr;
    wr.wr_id = id;
    wr.sg_list = &list;
    wr.num_sge = 1;
    return qp->srq ? ibv_post_srq_recv(qp->srq, &wr, &bad_wr) : ibv_post_recv(qp, &wr, &bad_wr);
  }
};

void connect_rc(Program& me, const Program& peer) {
  struct ibv_qp_attr attr = {};
  attr.qp_state = IBV_QPS_INIT;
  attr.pkey_index = 0;
  attr.port_num = 1;
  attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  REQUIRE(ibv_modify_qp(me.qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) == 0);
  attr = {};
  attr.qp_state = IBV_QPS_RTR;
  attr.path_mtu = IBV_MTU_1024;
  attr.dest_qp_num = peer.qp->qp_num;
  attr.rq_psn = 0;
  attr.max_dest_rd_atomic = 1;
  attr.min_rnr_timer = 12;
  attr.ah_attr.is_global = 1;
  attr.ah_attr.grh.dgid = peer.gid;
  attr.ah_attr.grh.sgid_index = 0;
  attr.ah_attr.grh.hop_limit = 1;
  attr.ah_attr.sl = 0;
  attr.ah_attr.port_num = 1;
  REQUIRE(ibv_modify_qp(me.qp, &attr,
                        IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                            IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) == 0);
  attr.qp_state = IBV_QPS_RTS;
  attr.timeout = 14;
  attr.retry_cnt = 7;
  attr.rnr_retry = 7;
  attr.sq_psn = 0;
  attr.max_rd_atomic = 1;
  REQUIRE(ibv_modify_qp(me.qp, &attr,
                        IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                            IBV_QP_MAX_QP_RD_ATOMIC) == 0);
}

ibv_wc wait(TwoComputers& lab, Program& p) {
  REQUIRE(ibv_req_notify_cq(p.cq, 0) == 0);
  ibv_wc wc;
  int n = ibv_poll_cq(p.cq, 1, &wc);
  if (n == 0) {
    REQUIRE(lab.settle());
    struct ibv_cq* ev_cq;
    void* ev_ctx;
    REQUIRE(ibv_get_cq_event(p.channel, &ev_cq, &ev_ctx) == 0);
    CHECK(ev_cq == p.cq);
    CHECK(ev_ctx == &p);
    ibv_ack_cq_events(ev_cq, 1);
    n = ibv_poll_cq(p.cq, 1, &wc);
  }
  REQUIRE(n == 1);
  INFO(ibv_wc_status_str(wc.status));
  CHECK(wc.status == IBV_WC_SUCCESS);
  return wc;
}

}  // namespace

TEST_CASE("a newcomer's RC ping-pong") {
  TwoComputers lab;
  Program ping(lab.a), pong(lab.b);
  ping.create(IBV_QPT_RC), pong.create(IBV_QPT_RC);
  connect_rc(ping, pong), connect_rc(pong, ping);
  Program* turn[2] = {&ping, &pong};
  for (int round = 0; round < 6; ++round) {
    Program &from = *turn[round % 2], &to = *turn[1 - round % 2];
    const std::string words = "round " + std::to_string(round);
    from.say(words.c_str());
    REQUIRE(to.recv(2, 4096, 64) == 0);
    struct ibv_sge list = {from.buf, 64, from.mr->lkey};
    struct ibv_send_wr wr = {}, *bad_wr;
    wr.wr_id = 1;
    wr.sg_list = &list;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_SEND;
    wr.send_flags = IBV_SEND_SIGNALED;
    REQUIRE(ibv_post_send(from.qp, &wr, &bad_wr) == 0);
    const ibv_wc got = wait(lab, to);
    CHECK(got.wr_id == 2);
    CHECK(got.byte_len == 64);
    CHECK(to.heard(4096) == words);
    CHECK(wait(lab, from).wr_id == 1);
  }
}

TEST_CASE("a newcomer's UD ping-pong") {
  TwoComputers lab;
  Program ping(lab.a), pong(lab.b);
  for (Program* p : {&ping, &pong}) {
    p->create(IBV_QPT_UD);
    struct ibv_qp_attr attr = {};
    attr.qp_state = IBV_QPS_INIT;
    attr.pkey_index = 0;
    attr.port_num = 1;
    attr.qkey = 0x11111111;
    REQUIRE(ibv_modify_qp(p->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY) == 0);
    attr.qp_state = IBV_QPS_RTR;
    REQUIRE(ibv_modify_qp(p->qp, &attr, IBV_QP_STATE) == 0);
    attr.qp_state = IBV_QPS_RTS;
    attr.sq_psn = 0;
    REQUIRE(ibv_modify_qp(p->qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN) == 0);
    REQUIRE(p->recv(2, 4096, 64 + sizeof(ibv_grh)) == 0);
  }
  const auto send = [](Program& from, ibv_ah* ah, std::uint32_t qpn) {
    struct ibv_sge list = {from.buf, 64, from.mr->lkey};
    struct ibv_send_wr wr = {}, *bad_wr;
    wr.wr_id = 1;
    wr.sg_list = &list;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_SEND;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.wr.ud.ah = ah;
    wr.wr.ud.remote_qpn = qpn;
    wr.wr.ud.remote_qkey = 0x11111111;
    return ibv_post_send(from.qp, &wr, &bad_wr);
  };
  struct ibv_ah_attr ah_attr = {};
  ah_attr.is_global = 1;
  ah_attr.grh.dgid = pong.gid;
  ah_attr.grh.hop_limit = 1;
  ah_attr.grh.sgid_index = 0;
  ah_attr.port_num = 1;
  struct ibv_ah* ah = ibv_create_ah(ping.pd, &ah_attr);
  REQUIRE(ah);
  ping.say("ping");
  REQUIRE(send(ping, ah, pong.qp->qp_num) == 0);
  const ibv_wc wc = wait(lab, pong);
  CHECK(pong.heard(4096 + sizeof(ibv_grh)) == "ping");
  struct ibv_ah* back = ibv_create_ah_from_wc(pong.pd, &wc, pong.buf + 4096, 1);
  REQUIRE(back);
  pong.say("pong");
  REQUIRE(send(pong, back, wc.src_qp) == 0);
  CHECK(wait(lab, ping).opcode == IBV_WC_SEND);
  wait(lab, ping);
  CHECK(ping.heard(4096 + sizeof(ibv_grh)) == "pong");
  CHECK(ibv_destroy_ah(ah) == 0);
}

TEST_CASE("a newcomer's two queue pairs on one shared receive queue") {
  TwoComputers lab;
  Program one(lab.a), two(lab.a), server(lab.b), second(lab.b);
  struct ibv_srq_init_attr srq_attr = {};
  srq_attr.attr.max_wr = 8;
  srq_attr.attr.max_sge = 1;
  struct ibv_srq* srq = ibv_create_srq(server.pd, &srq_attr);
  REQUIRE(srq);
  one.create(IBV_QPT_RC), two.create(IBV_QPT_RC), server.create(IBV_QPT_RC, srq);
  struct ibv_qp* first = server.qp;
  server.create(IBV_QPT_RC, srq);
  struct ibv_qp* other = server.qp;
  server.qp = first;
  connect_rc(one, server), connect_rc(server, one);
  server.qp = other;
  connect_rc(two, server), connect_rc(server, two);
  for (std::uint64_t i = 0; i < 4; ++i) REQUIRE(server.recv(i, 4096 + 64 * i, 64) == 0);
  for (Program* client : {&one, &two}) {
    client->say(client == &one ? "from one" : "from two");
    struct ibv_sge list = {client->buf, 64, client->mr->lkey};
    struct ibv_send_wr wr = {}, *bad_wr;
    wr.sg_list = &list;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_SEND;
    REQUIRE(ibv_post_send(client->qp, &wr, &bad_wr) == 0);
    const ibv_wc wc = wait(lab, server);
    CHECK(wc.qp_num == (client == &one ? first : other)->qp_num);
    CHECK(server.heard(4096 + 64 * wc.wr_id) == (client == &one ? "from one" : "from two"));
  }
  CHECK(ibv_destroy_qp(first) == 0);
  CHECK(ibv_destroy_qp(other) == 0);
  CHECK(ibv_destroy_srq(srq) == 0);
}

TEST_CASE("a newcomer's memory window: bound, written through, invalidated by the peer") {
  TwoComputers lab;
  Program writer(lab.a), owner(lab.b);
  writer.create(IBV_QPT_RC), owner.create(IBV_QPT_RC);
  connect_rc(writer, owner), connect_rc(owner, writer);
  struct ibv_mw* mw = ibv_alloc_mw(owner.pd, IBV_MW_TYPE_2);
  REQUIRE(mw);
  struct ibv_send_wr bind = {}, *bad_wr;
  bind.wr_id = 5;
  bind.opcode = IBV_WR_BIND_MW;
  bind.send_flags = IBV_SEND_SIGNALED;
  bind.bind_mw.mw = mw;
  bind.bind_mw.rkey = ibv_inc_rkey(mw->rkey);
  bind.bind_mw.bind_info = {owner.mr, owner.buf + 1024, 128, IBV_ACCESS_REMOTE_WRITE};
  REQUIRE(ibv_post_send(owner.qp, &bind, &bad_wr) == 0);
  CHECK(wait(lab, owner).opcode == IBV_WC_BIND_MW);
  mw->rkey = bind.bind_mw.rkey;
  CHECK(ibv_dereg_mr(owner.mr) == EBUSY);

  writer.say("through the window");
  struct ibv_sge list = {writer.buf, 64, writer.mr->lkey};
  struct ibv_send_wr wr = {};
  wr.sg_list = &list;
  wr.num_sge = 1;
  wr.opcode = IBV_WR_RDMA_WRITE;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.wr.rdma.remote_addr = owner.buf + 1024;
  wr.wr.rdma.rkey = mw->rkey;
  REQUIRE(ibv_post_send(writer.qp, &wr, &bad_wr) == 0);
  wait(lab, writer);
  CHECK(owner.heard(1024) == "through the window");

  REQUIRE(owner.recv(6, 4096, 64) == 0);
  wr.opcode = IBV_WR_SEND_WITH_INV;
  wr.invalidate_rkey = mw->rkey;
  REQUIRE(ibv_post_send(writer.qp, &wr, &bad_wr) == 0);
  const ibv_wc wc = wait(lab, owner);
  CHECK((wc.wc_flags & IBV_WC_WITH_INV));
  CHECK(wc.invalidated_rkey == mw->rkey);
  wait(lab, writer);

  wr.opcode = IBV_WR_RDMA_WRITE;
  REQUIRE(ibv_post_send(writer.qp, &wr, &bad_wr) == 0);
  REQUIRE(lab.settle());
  ibv_wc refused;
  REQUIRE(ibv_poll_cq(writer.cq, 1, &refused) == 1);
  CHECK(refused.status == IBV_WC_REM_ACCESS_ERR);
  CHECK(ibv_dealloc_mw(mw) == 0);
  CHECK(ibv_dereg_mr(owner.mr) == 0);
}
