#include <cerrno>
#include <cstring>

#include "cm/two_programs.h"
#include "two_computers.h"

/// Programs as they stand in textbooks and repositories: a store that clients READ, calls over SEND into one shared
/// queue, windows that come and go, events of connection management, tidying up in the wrong order. What they expect is
/// what the manual pages of libibverbs and librdmacm say.

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

ibv_wc one(const End& e) {
  ibv_wc wc;
  REQUIRE(ibv_poll_cq(e.cq, 1, &wc) == 1);
  return wc;
}

int count(const End& e) { return static_cast<int>(e.poll().size()); }

}  // namespace

TEST_CASE("a key-value store whose client READs a slot until its version is even and unchanged") {
  TwoComputers lab;
  Connection c;
  auto [client, server] = lab.connect(c);
  // slot: version, value, version
  server.set(0, 7), server.set(8, 1234), server.set(16, 7);
  int tries = 0;
  for (;; ++tries) {
    struct ibv_sge sge = {};
    sge.addr = client.buffer;
    sge.length = 24;
    sge.lkey = client.mr->lkey;
    struct ibv_send_wr wr = {}, *bad_wr = nullptr;
    wr.wr_id = 100 + tries;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_RDMA_READ;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.wr.rdma.remote_addr = server.buffer;
    wr.wr.rdma.rkey = server.mr->rkey;
    REQUIRE(ibv_post_send(client.qp, &wr, &bad_wr) == 0);
    REQUIRE(lab.settle());
    const ibv_wc wc = one(client);
    REQUIRE(wc.status == IBV_WC_SUCCESS);
    CHECK(wc.opcode == IBV_WC_RDMA_READ);
    CHECK(wc.byte_len == 24);
    CHECK(wc.wr_id == 100u + tries);
    CHECK(wc.qp_num == client.qp->qp_num);
    if (client.get(0) % 2 == 0 && client.get(0) == client.get(16)) break;
    server.set(0, 8), server.set(16, 8);
  }
  CHECK(tries == 1);
  CHECK(client.get(8) == 1234);
}

TEST_CASE("calls over SEND into a shared queue, woken by solicited events and refilled at its limit") {
  TwoComputers lab;
  struct ibv_context* ctx = &lab.b.context;
  struct ibv_pd* pd = ibv_alloc_pd(ctx);
  struct ibv_comp_channel* ch = ibv_create_comp_channel(ctx);
  int mine = 0;
  struct ibv_cq* cq = ibv_create_cq(ctx, 64, &mine, ch, 0);
  REQUIRE((pd && ch && cq));
  struct ibv_srq_init_attr sattr;
  sattr.srq_context = &mine;
  sattr.attr.max_wr = 8;
  sattr.attr.max_sge = 1;
  struct ibv_srq* srq = ibv_create_srq(pd, &sattr);
  REQUIRE(srq);
  CHECK(sattr.attr.max_wr >= 8);
  CHECK(srq->srq_context == &mine);
  const Va buf = lab.b.allocate(8192);
  struct ibv_mr* mr = ibv_reg_mr(pd, buf, 8192, IBV_ACCESS_LOCAL_WRITE);
  REQUIRE(mr);
  auto refill = [&](int id) {
    struct ibv_sge sge = {buf + 64 * static_cast<Va>(id), 64, mr->lkey};
    struct ibv_recv_wr wr = {}, *bad = nullptr;
    wr.wr_id = static_cast<std::uint64_t>(id);
    wr.sg_list = &sge;
    wr.num_sge = 1;
    return ibv_post_srq_recv(srq, &wr, &bad);
  };
  for (int i = 0; i < 8; ++i) REQUIRE(refill(i) == 0);
  struct ibv_srq_attr limit = {};
  limit.srq_limit = 7;
  REQUIRE(ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT) == 0);
  struct ibv_srq_attr asked = {};
  REQUIRE(ibv_query_srq(srq, &asked) == 0);
  CHECK(asked.srq_limit == 7);
  CHECK(asked.max_wr >= 8);

  End clients[2] = {TwoComputers::open(lab.a, {}), TwoComputers::open(lab.a, {})};
  struct ibv_qp* served[2];
  for (int i = 0; i < 2; ++i) {
    struct ibv_qp_init_attr init = {};
    init.send_cq = init.recv_cq = cq;
    init.srq = srq;
    init.cap.max_send_wr = 4;
    init.cap.max_send_sge = 1;
    init.qp_type = IBV_QPT_RC;
    init.qp_context = &clients[i];
    served[i] = ibv_create_qp(pd, &init);
    REQUIRE(served[i]);
    CHECK(served[i]->srq == srq);
    End s{lab.b, pd, cq, served[i], mr, buf};
    REQUIRE(TwoComputers::climb(s, {}, clients[i].qp->qp_num, 5, 6, lab.a.gids()[0]) == 0);
    REQUIRE(TwoComputers::climb(clients[i], {}, served[i]->qp_num, 6, 5, lab.b.gids()[0]) == 0);
    struct ibv_recv_wr none = {}, *bad = nullptr;
    CHECK(ibv_post_recv(served[i], &none, &bad) != 0);  // its receives are the shared ones
    CHECK(bad == &none);
  }
  REQUIRE(ibv_req_notify_cq(cq, 1) == 0);
  const End nobody = clients[0];
  clients[1].set(0, 41);
  REQUIRE(clients[1].post(1, IBV_WR_SEND, {clients[1].sge(0, 8)}, nobody) == 0);
  REQUIRE(lab.settle());
  struct ibv_cq* which = nullptr;
  void* its = nullptr;
  CHECK(ibv_get_cq_event(ch, &which, &its) != 0);  // not solicited
  REQUIRE(clients[0].post(2, IBV_WR_SEND, {clients[0].sge(0, 16)}, nobody, 0,
                          [](ibv_send_wr& wr) { wr.send_flags |= IBV_SEND_SOLICITED; }) == 0);
  REQUIRE(lab.settle());
  REQUIRE(ibv_get_cq_event(ch, &which, &its) == 0);
  CHECK(which == cq);
  CHECK(its == &mine);
  ibv_ack_cq_events(which, 1);
  struct ibv_wc wc[4];
  REQUIRE(ibv_poll_cq(cq, 4, wc) == 2);
  CHECK(wc[0].opcode == IBV_WC_RECV);
  CHECK(wc[0].byte_len == 8);
  CHECK(wc[0].wr_id == 0);
  CHECK(wc[0].qp_num == served[1]->qp_num);
  CHECK(wc[1].byte_len == 16);
  CHECK(wc[1].wr_id == 1);
  CHECK(wc[1].qp_num == served[0]->qp_num);
  struct ibv_async_event event;
  bool reached = false;
  while (ibv_get_async_event(ctx, &event) == 0) {
    if (event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED) {
      reached = true;
      CHECK(event.element.srq == srq);
    }
    ibv_ack_async_event(&event);
  }
  CHECK(reached);
  REQUIRE(ibv_query_srq(srq, &asked) == 0);
  CHECK(asked.srq_limit == 0);  // disarmed by its event
  CHECK(refill(0) == 0);
  CHECK(refill(1) == 0);
  CHECK(ibv_destroy_srq(srq) == EBUSY);
  CHECK(ibv_destroy_cq(cq) == EBUSY);
  CHECK(ibv_destroy_comp_channel(ch) == EBUSY);
  CHECK(ibv_dealloc_pd(pd) == EBUSY);
  for (auto* qp : served) CHECK(ibv_destroy_qp(qp) == 0);
  CHECK(ibv_destroy_srq(srq) == 0);
  CHECK(ibv_destroy_cq(cq) == 0);
  CHECK(ibv_destroy_comp_channel(ch) == 0);
  CHECK(ibv_dealloc_pd(pd) == EBUSY);
  CHECK(ibv_dereg_mr(mr) == 0);
  CHECK(ibv_dealloc_pd(pd) == 0);
}

TEST_CASE("a window of type 2 that is bound, used, taken back locally and bound anew") {
  TwoComputers lab;
  auto [owner, guest] = lab.connect();
  struct ibv_mr* mr = ibv_reg_mr(owner.pd, owner.buffer, 8192, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
  REQUIRE(mr);
  struct ibv_mw* mw = ibv_alloc_mw(owner.pd, IBV_MW_TYPE_2);
  REQUIRE(mw);
  auto bind = [&, &owner = owner](std::uint32_t rkey, unsigned access) {
    struct ibv_send_wr wr = {}, *bad = nullptr;
    wr.wr_id = 9;
    wr.opcode = IBV_WR_BIND_MW;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.bind_mw.mw = mw;
    wr.bind_mw.rkey = rkey;
    wr.bind_mw.bind_info.mr = mr;
    wr.bind_mw.bind_info.addr = owner.buffer + 4096;
    wr.bind_mw.bind_info.length = 64;
    wr.bind_mw.bind_info.mw_access_flags = access;
    REQUIRE(ibv_post_send(owner.qp, &wr, &bad) == 0);
    REQUIRE(lab.settle());
    return one(owner);
  };
  auto write = [&, &guest = guest](std::uint32_t rkey, std::uint32_t bytes) {
    struct ibv_sge sge = guest.sge(0, bytes);
    struct ibv_send_wr wr = {}, *bad = nullptr;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    wr.opcode = IBV_WR_RDMA_WRITE;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.wr.rdma.remote_addr = owner.buffer + 4096;
    wr.wr.rdma.rkey = rkey;
    REQUIRE(ibv_post_send(guest.qp, &wr, &bad) == 0);
    REQUIRE(lab.settle());
    return one(guest).status;
  };
  const std::uint32_t first = ibv_inc_rkey(mw->rkey);
  ibv_wc wc = bind(first, IBV_ACCESS_REMOTE_WRITE);
  CHECK(wc.status == IBV_WC_SUCCESS);
  CHECK(wc.opcode == IBV_WC_BIND_MW);
  CHECK(wc.wr_id == 9);
  CHECK(write(first, 64) == IBV_WC_SUCCESS);
  CHECK(ibv_dereg_mr(mr) == EBUSY);
  struct ibv_send_wr inv = {}, *bad = nullptr;
  inv.opcode = IBV_WR_LOCAL_INV;
  inv.send_flags = IBV_SEND_SIGNALED;
  inv.invalidate_rkey = first;
  REQUIRE(ibv_post_send(owner.qp, &inv, &bad) == 0);
  REQUIRE(lab.settle());
  wc = one(owner);
  CHECK(wc.status == IBV_WC_SUCCESS);
  CHECK(wc.opcode == IBV_WC_LOCAL_INV);
  const std::uint32_t second = ibv_inc_rkey(first);
  CHECK(bind(second, IBV_ACCESS_REMOTE_WRITE).status == IBV_WC_SUCCESS);
  CHECK(write(second, 64) == IBV_WC_SUCCESS);
  SECTION("an old key opens nothing") { CHECK(write(first, 8) == IBV_WC_REM_ACCESS_ERR); }
  SECTION("one octet behind the window opens nothing") { CHECK(write(second, 65) == IBV_WC_REM_ACCESS_ERR); }
  SECTION("a bound window is freed, its region can go then") {
    CHECK(ibv_dealloc_mw(mw) == 0);
    CHECK(ibv_dereg_mr(mr) == 0);
    CHECK(write(second, 8) == IBV_WC_REM_ACCESS_ERR);
  }
  SECTION("a bound window of type 2 is not bound again") {
    CHECK(bind(ibv_inc_rkey(second), IBV_ACCESS_REMOTE_WRITE).status == IBV_WC_MW_BIND_ERR);
  }
}

TEST_CASE("in ERR a request is taken and flushed, send and receive") {
  TwoComputers lab;
  auto [a, b] = lab.connect();
  (void)b;
  struct ibv_qp_attr attr = {};
  attr.qp_state = IBV_QPS_ERR;
  REQUIRE(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE) == 0);
  CHECK(a.qp->state == IBV_QPS_ERR);
  REQUIRE(a.post(1, IBV_WR_SEND, {a.sge(0, 8)}, b) == 0);
  REQUIRE(a.receive(2, 0, 8) == 0);
  REQUIRE(lab.settle());
  const auto all = a.poll();
  REQUIRE(all.size() == 2);
  for (const auto& wc : all) CHECK(wc.status == IBV_WC_WR_FLUSH_ERR);
  // An unsignalled one is flushed with a completion as well.
  REQUIRE(a.post(3, IBV_WR_SEND, {a.sge(0, 8)}, b, 0, [](ibv_send_wr& wr) { wr.send_flags = 0; }) == 0);
  REQUIRE(lab.settle());
  CHECK(one(a).status == IBV_WC_WR_FLUSH_ERR);
}

TEST_CASE("completions of a queue pair that is gone do not come any more") {
  TwoComputers lab;
  auto [a, b] = lab.connect();
  REQUIRE(a.post(1, IBV_WR_RDMA_WRITE, {a.sge(0, 8)}, b) == 0);
  REQUIRE(lab.settle());
  REQUIRE(ibv_destroy_qp(a.qp) == 0);
  CHECK(count(a) == 0);
  CHECK(ibv_destroy_cq(a.cq) == 0);
}

TEST_CASE("a queue pair is destroyed while its WRITE is on the way") {
  TwoComputers lab;
  auto [a, b] = lab.connect();
  REQUIRE(a.post(1, IBV_WR_RDMA_WRITE, {a.sge(0, 64000)}, b) == 0);
  REQUIRE(ibv_destroy_qp(a.qp) == 0);
  REQUIRE(ibv_dereg_mr(a.mr) == 0);
  REQUIRE(ibv_destroy_cq(a.cq) == 0);
  REQUIRE(ibv_dealloc_pd(a.pd) == 0);
  CHECK(lab.settle());
}

TEST_CASE("a loop over the events of connection management as every example has it") {
  CmPair t;
  int asked = 0, established = 0, gone = 0;
  auto on_event = [&](rdma_cm_event* ev) {
    switch (ev->event) {
      case RDMA_CM_EVENT_CONNECT_REQUEST: {
        t.server.create_qp(ev->id);
        struct rdma_conn_param p = {};
        p.responder_resources = 1;
        p.initiator_depth = 1;
        p.rnr_retry_count = 7;
        REQUIRE(rdma_accept(ev->id, &p) == 0);
        ++asked;
        break;
      }
      case RDMA_CM_EVENT_ESTABLISHED:
        ++established;
        break;
      case RDMA_CM_EVENT_DISCONNECTED:
        ++gone;
        break;
      default:
        FAIL(rdma_event_str(ev->event));
    }
  };
  auto drain = [&](rdma_event_channel* ch) {
    struct rdma_cm_event* ev = nullptr;
    while (rdma_get_cm_event(ch, &ev) == 0) {
      on_event(ev);
      REQUIRE(rdma_ack_cm_event(ev) == 0);
    }
  };
  t.client.resolve(7471);
  t.client.create_qp(t.client.id);
  struct rdma_conn_param p = {};
  p.responder_resources = p.initiator_depth = 1;
  p.retry_count = p.rnr_retry_count = 7;
  REQUIRE(rdma_connect(t.client.id, &p) == 0);
  drain(t.server.channel), drain(t.client.channel), drain(t.server.channel);
  CHECK(asked == 1);
  CHECK(established == 2);
  REQUIRE(rdma_disconnect(t.client.id) == 0);
  drain(t.server.channel), drain(t.client.channel);
  CHECK(gone == 2);
  rdma_destroy_qp(t.client.id);
  CHECK(rdma_destroy_id(t.client.id) == 0);
}

TEST_CASE("a READ on a queue pair that may have none open is refused and not kept waiting") {
  TwoComputers lab;
  Connection c;
  c.rd_atomic = 0;
  auto [a, b] = lab.connect(c);
  CHECK(a.post(1, IBV_WR_RDMA_READ, {a.sge(0, 8)}, b) == EINVAL);
  CHECK(a.post(2, IBV_WR_ATOMIC_FETCH_AND_ADD, {a.sge(0, 8)}, b, 0, [&b = b](ibv_send_wr& wr) {
    wr.wr.atomic = {b.buffer, 1, 0, b.mr->rkey};
  }) == EINVAL);
  CHECK(a.post(3, IBV_WR_RDMA_WRITE, {a.sge(0, 8)}, b) == 0);
  REQUIRE(lab.settle());
  CHECK(one(a).status == IBV_WC_SUCCESS);
  ibv_qp_attr attr = {};
  attr.qp_state = IBV_QPS_ERR;
  REQUIRE(ibv_modify_qp(a.qp, &attr, IBV_QP_STATE) == 0);
  CHECK(a.post(4, IBV_WR_RDMA_READ, {a.sge(0, 8)}, b) == 0);
  REQUIRE(lab.settle());
  CHECK(one(a).status == IBV_WC_WR_FLUSH_ERR);
}

TEST_CASE("a completion vector that the device does not have is refused") {
  TwoComputers lab;
  ibv_context* ctx = &lab.a.context;
  CHECK(ibv_create_cq(ctx, 8, nullptr, nullptr, ctx->num_comp_vectors - 1));
  for (int vector : {-1, ctx->num_comp_vectors}) {
    errno = 0;
    CHECK(ibv_create_cq(ctx, 8, nullptr, nullptr, vector) == nullptr);
    CHECK(errno == EINVAL);
  }
}

TEST_CASE("rdma_create_qp without a PD and without completion queues makes them") {
  CmPair t;
  t.client.resolve(7471);
  rdma_cm_id* id = t.client.id;
  struct ibv_qp_init_attr attr = {};
  attr.cap.max_send_wr = attr.cap.max_recv_wr = 4;
  attr.cap.max_send_sge = attr.cap.max_recv_sge = 1;
  attr.qp_type = IBV_QPT_RC;
  REQUIRE(rdma_create_qp(id, nullptr, &attr) == 0);
  REQUIRE(id->pd);
  CHECK(id->qp->pd == id->pd);
  CHECK(id->qp->send_cq == id->send_cq);
  CHECK(id->qp->recv_cq == id->recv_cq);
  CHECK(id->send_cq != id->recv_cq);
  CHECK(id->send_cq->channel == id->send_cq_channel);
  CHECK(id->recv_cq->cqe >= 4);
  rdma_cm_id* other = nullptr;
  REQUIRE(rdma_create_id(t.client.channel, &other, nullptr, RDMA_PS_TCP) == 0);
  attr.send_cq = attr.recv_cq = t.client.cq;
  REQUIRE(rdma_create_qp(other, nullptr, &attr) == 0);
  CHECK(other->pd == id->pd);
  CHECK(other->send_cq == nullptr);  // the program's own
  rdma_destroy_qp(id);
  CHECK(id->send_cq == nullptr);
  CHECK(id->recv_cq_channel == nullptr);
  CHECK(rdma_destroy_id(id) == 0);
  CHECK(ibv_destroy_cq(t.client.cq) == EBUSY);
  rdma_destroy_qp(other);
  CHECK(ibv_destroy_cq(t.client.cq) == 0);
}
