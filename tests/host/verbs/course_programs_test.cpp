#include <cstring>

#include "two_computers.h"

/// Programs in the shape of the usual exercises against libibverbs: what they take for granted of its structures, its
/// return values and its order of calls.

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// What the ends of an exercise tell each other on a socket.
struct dest {
  std::uint16_t lid;
  std::uint32_t qpn, psn;
  union ibv_gid gid;
  std::uint64_t vaddr;
  std::uint32_t rkey;
};

/// The resources of one program.
struct app {
  Computer* machine;
  struct ibv_context* context;
  struct ibv_comp_channel* channel = nullptr;
  struct ibv_pd* pd = nullptr;
  struct ibv_mr* mr = nullptr;
  struct ibv_cq* cq = nullptr;
  struct ibv_qp* qp = nullptr;
  struct ibv_ah* ah = nullptr;
  Va buf = 0;
  std::uint32_t size = 4096;
  unsigned int pending_events = 0;
  struct ibv_port_attr portinfo;
  struct dest my_dest;
};

void init(app& ctx, Computer& machine, bool events, int access) {
  ctx.machine = &machine;
  ctx.context = &machine.context;
  struct ibv_device_attr device;
  device = {};
  REQUIRE(ibv_query_device(ctx.context, &device) == 0);
  REQUIRE(device.max_qp_wr >= 500);
  REQUIRE(device.atomic_cap != IBV_ATOMIC_NONE);
  if (events) {
    ctx.channel = ibv_create_comp_channel(ctx.context);
    REQUIRE(ctx.channel);
  }
  ctx.pd = ibv_alloc_pd(ctx.context);
  REQUIRE(ctx.pd);
  ctx.buf = machine.allocate(2 * ctx.size);
  ctx.mr = ibv_reg_mr(ctx.pd, ctx.buf, 2 * ctx.size, static_cast<unsigned>(access));
  REQUIRE(ctx.mr);
  ctx.cq = ibv_create_cq(ctx.context, 501, nullptr, ctx.channel, 0);
  REQUIRE(ctx.cq);
  REQUIRE(ibv_query_port(ctx.context, 1, &ctx.portinfo) == 0);
  REQUIRE((ctx.portinfo.link_layer == IBV_LINK_LAYER_ETHERNET || ctx.portinfo.lid));
  ctx.my_dest.lid = ctx.portinfo.lid;
  REQUIRE(ibv_query_gid(ctx.context, 1, 0, &ctx.my_dest.gid) == 0);
}

void create_qp(app& ctx, ibv_qp_type type) {
  struct ibv_qp_init_attr attr;
  memset(static_cast<void*>(&attr), 0, sizeof(attr));
  attr.qp_context = &ctx;
  attr.send_cq = ctx.cq;
  attr.recv_cq = ctx.cq;
  attr.cap.max_send_wr = 1;
  attr.cap.max_recv_wr = 500;
  attr.cap.max_send_sge = 1;
  attr.cap.max_recv_sge = 1;
  attr.qp_type = type;
  attr.sq_sig_all = 0;
  ctx.qp = ibv_create_qp(ctx.pd, &attr);
  REQUIRE(ctx.qp);
  struct ibv_qp_attr qp_attr;
  memset(static_cast<void*>(&qp_attr), 0, sizeof(qp_attr));
  struct ibv_qp_init_attr init_attr;
  REQUIRE(ibv_query_qp(ctx.qp, &qp_attr, IBV_QP_CAP, &init_attr) == 0);
  CHECK(init_attr.cap.max_recv_wr >= 500);

  memset(static_cast<void*>(&qp_attr), 0, sizeof(qp_attr));
  qp_attr.qp_state = IBV_QPS_INIT;
  qp_attr.pkey_index = 0;
  qp_attr.port_num = 1;
  int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
  if (type == IBV_QPT_UD) {
    qp_attr.qkey = 0x11111111;
    mask |= IBV_QP_QKEY;
  } else {
    qp_attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
    mask |= IBV_QP_ACCESS_FLAGS;
  }
  REQUIRE(ibv_modify_qp(ctx.qp, &qp_attr, static_cast<unsigned>(mask)) == 0);
  ctx.my_dest.qpn = ctx.qp->qp_num;
  ctx.my_dest.psn = 0x123456 & 0xffffff;
  ctx.my_dest.vaddr = ctx.buf;
  ctx.my_dest.rkey = ctx.mr->rkey;
}

/// The address vector as exercises write it: InfiniBand's first, the GRH where the peer has a GID.
struct ibv_ah_attr address_of(const dest& peer) {
  struct ibv_ah_attr ah;
  memset(static_cast<void*>(&ah), 0, sizeof(ah));
  ah.is_global = 0;
  ah.dlid = peer.lid;
  ah.sl = 0;
  ah.src_path_bits = 0;
  ah.port_num = 1;
  if (peer.gid.global.interface_id) {
    ah.is_global = 1;
    ah.grh.hop_limit = 1;
    ah.grh.dgid = peer.gid;
    ah.grh.sgid_index = 0;
  }
  return ah;
}

void connect_rc(app& ctx, const dest& peer) {
  struct ibv_qp_attr attr;
  memset(static_cast<void*>(&attr), 0, sizeof(attr));
  attr.qp_state = IBV_QPS_RTR;
  attr.path_mtu = ctx.portinfo.active_mtu;
  attr.dest_qp_num = peer.qpn;
  attr.rq_psn = peer.psn;
  attr.max_dest_rd_atomic = 1;
  attr.min_rnr_timer = 12;
  attr.ah_attr = address_of(peer);
  REQUIRE_FALSE(ibv_modify_qp(ctx.qp, &attr,
                              IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER));
  attr.qp_state = IBV_QPS_RTS;
  attr.timeout = 14;
  attr.retry_cnt = 7;
  attr.rnr_retry = 7;
  attr.sq_psn = ctx.my_dest.psn;
  attr.max_rd_atomic = 1;
  REQUIRE_FALSE(ibv_modify_qp(
      ctx.qp, &attr,
      IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC));
}

int post_recv(app& ctx, int n, std::uint32_t extra = 0) {
  struct ibv_sge list = {ctx.buf + ctx.size, ctx.size - 64 + extra, ctx.mr->lkey};
  struct ibv_recv_wr wr = {};
  wr.wr_id = 1;
  wr.sg_list = &list;
  wr.num_sge = 1;
  struct ibv_recv_wr* bad_wr;
  int i;
  for (i = 0; i < n; ++i)
    if (ibv_post_recv(ctx.qp, &wr, &bad_wr)) break;
  return i;
}

int post_send(app& ctx, std::uint32_t remote_qpn = 0) {
  struct ibv_sge list = {ctx.buf, 64, ctx.mr->lkey};
  struct ibv_send_wr wr = {};
  wr.wr_id = 2;
  wr.sg_list = &list;
  wr.num_sge = 1;
  wr.opcode = IBV_WR_SEND;
  wr.send_flags = IBV_SEND_SIGNALED;
  if (ctx.ah) {
    wr.wr.ud.ah = ctx.ah;
    wr.wr.ud.remote_qpn = remote_qpn;
    wr.wr.ud.remote_qkey = 0x11111111;
  }
  struct ibv_send_wr* bad_wr;
  return ibv_post_send(ctx.qp, &wr, &bad_wr);
}

/// Takes the event that there is, arms again, polls until empty.
std::vector<ibv_wc> drain(app& ctx) {
  struct ibv_cq* ev_cq;
  void* ev_ctx;
  REQUIRE(ibv_get_cq_event(ctx.channel, &ev_cq, &ev_ctx) == 0);
  ++ctx.pending_events;
  REQUIRE(ev_cq == ctx.cq);
  REQUIRE(ibv_req_notify_cq(ctx.cq, 0) == 0);
  std::vector<ibv_wc> all;
  struct ibv_wc wc[2];
  int ne;
  do {
    ne = ibv_poll_cq(ctx.cq, 2, wc);
    REQUIRE(ne >= 0);
    for (int i = 0; i < ne; ++i) {
      REQUIRE(wc[i].status == IBV_WC_SUCCESS);
      all.push_back(wc[i]);
    }
  } while (ne);
  return all;
}

int close(app& ctx) {
  ibv_ack_cq_events(ctx.cq, ctx.pending_events);
  if (ctx.ah && ibv_destroy_ah(ctx.ah)) return 1;
  if (ibv_destroy_qp(ctx.qp)) return 2;
  if (ibv_destroy_cq(ctx.cq)) return 3;
  if (ibv_dereg_mr(ctx.mr)) return 4;
  if (ibv_dealloc_pd(ctx.pd)) return 5;
  if (ctx.channel && ibv_destroy_comp_channel(ctx.channel)) return 6;
  return 0;
}

}  // namespace

TEST_CASE("exercise: ping-pong over RC, asleep between the completions") {
  TwoComputers lab;
  app client, server;
  init(client, lab.a, true, IBV_ACCESS_LOCAL_WRITE);
  init(server, lab.b, true, IBV_ACCESS_LOCAL_WRITE);
  for (app* a : {&client, &server}) {
    create_qp(*a, IBV_QPT_RC);
    REQUIRE(post_recv(*a, 500) == 500);
    CHECK(post_recv(*a, 1) == 0);  // one more than was asked for
    REQUIRE(ibv_req_notify_cq(a->cq, 0) == 0);
  }
  connect_rc(client, server.my_dest);
  connect_rc(server, client.my_dest);
  app* turn[2] = {&client, &server};
  int received = 0;
  for (int iteration = 0; iteration < 20; ++iteration) {
    app &from = *turn[iteration % 2], &to = *turn[1 - iteration % 2];
    REQUIRE(post_send(from) == 0);
    REQUIRE(lab.settle());
    for (const ibv_wc& wc : drain(to)) {
      received += wc.wr_id == 1;
      CHECK((wc.opcode & IBV_WC_RECV));
      CHECK(wc.byte_len == 64);
    }
    for (const ibv_wc& wc : drain(from)) CHECK(wc.wr_id == 2);
  }
  CHECK(received == 20);
  CHECK(close(client) == 0);
  CHECK(close(server) == 0);
}

TEST_CASE("exercise: a client READs what a server offers, and atomics that it may not use fail") {
  TwoComputers lab;
  app client, server;
  init(client, lab.a, false, IBV_ACCESS_LOCAL_WRITE);
  init(server, lab.b, false, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
  for (app* a : {&client, &server}) create_qp(*a, IBV_QPT_RC);
  connect_rc(client, server.my_dest);
  connect_rc(server, client.my_dest);
  const char words[] = "what the server says";
  lab.b.store(server.buf, reinterpret_cast<const std::uint8_t*>(words), sizeof words);

  struct ibv_sge sge;
  memset(static_cast<void*>(&sge), 0, sizeof(sge));
  sge.addr = client.buf;
  sge.length = sizeof words;
  sge.lkey = client.mr->lkey;
  struct ibv_send_wr wr, *bad_wr = nullptr;
  memset(static_cast<void*>(&wr), 0, sizeof(wr));
  wr.wr_id = 0;
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.opcode = IBV_WR_RDMA_READ;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.wr.rdma.remote_addr = server.my_dest.vaddr;
  wr.wr.rdma.rkey = server.my_dest.rkey;
  REQUIRE(ibv_post_send(client.qp, &wr, &bad_wr) == 0);
  REQUIRE(lab.settle());
  struct ibv_wc wc;
  REQUIRE(ibv_poll_cq(client.cq, 1, &wc) == 1);
  CHECK(wc.status == IBV_WC_SUCCESS);
  CHECK(wc.opcode == IBV_WC_RDMA_READ);
  CHECK(wc.byte_len == sizeof words);
  char heard[sizeof words];
  lab.a.load(client.buf, reinterpret_cast<std::uint8_t*>(heard), sizeof heard);
  CHECK(std::string(heard) == words);
  CHECK(ibv_poll_cq(client.cq, 1, &wc) == 0);

  sge.length = 8;
  wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
  wr.wr.atomic.remote_addr = server.my_dest.vaddr;
  wr.wr.atomic.rkey = server.my_dest.rkey;
  wr.wr.atomic.compare_add = 1;
  REQUIRE(ibv_post_send(client.qp, &wr, &bad_wr) == 0);
  REQUIRE(lab.settle());
  REQUIRE(ibv_poll_cq(client.cq, 1, &wc) == 1);
  CHECK((wc.status == IBV_WC_REM_ACCESS_ERR || wc.status == IBV_WC_REM_INV_REQ_ERR));
  REQUIRE(ibv_post_send(client.qp, &wr, &bad_wr) == 0);  // taken, and flushed
  REQUIRE(lab.settle());
  REQUIRE(ibv_poll_cq(client.cq, 1, &wc) == 1);
  CHECK(wc.status == IBV_WC_WR_FLUSH_ERR);
  CHECK(close(client) == 0);
  CHECK(close(server) == 0);
}

TEST_CASE("exercise: ping-pong over UD, forty octets of header before what is received") {
  TwoComputers lab;
  app client, server;
  init(client, lab.a, true, IBV_ACCESS_LOCAL_WRITE);
  init(server, lab.b, true, IBV_ACCESS_LOCAL_WRITE);
  for (app* a : {&client, &server}) {
    create_qp(*a, IBV_QPT_UD);
    REQUIRE(post_recv(*a, 8, 40) == 8);
    struct ibv_qp_attr attr = {};
    attr.qp_state = IBV_QPS_RTR;
    REQUIRE_FALSE(ibv_modify_qp(a->qp, &attr, IBV_QP_STATE));
    attr.qp_state = IBV_QPS_RTS;
    attr.sq_psn = a->my_dest.psn;
    REQUIRE_FALSE(ibv_modify_qp(a->qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN));
    const dest& peer = a == &client ? server.my_dest : client.my_dest;
    struct ibv_ah_attr ah = address_of(peer);
    a->ah = ibv_create_ah(a->pd, &ah);
    REQUIRE(a->ah);
    REQUIRE(ibv_req_notify_cq(a->cq, 0) == 0);
  }
  app* turn[2] = {&client, &server};
  for (int iteration = 0; iteration < 6; ++iteration) {
    app &from = *turn[iteration % 2], &to = *turn[1 - iteration % 2];
    REQUIRE(post_send(from, to.my_dest.qpn) == 0);
    REQUIRE(lab.settle());
    const auto got = drain(to);
    REQUIRE(got.size() == 1);
    CHECK(got[0].byte_len == 64 + sizeof(struct ibv_grh));
    CHECK((got[0].wc_flags & IBV_WC_GRH));
    CHECK(got[0].src_qp == from.my_dest.qpn);
    CHECK(drain(from).size() == 1);
  }
  CHECK(close(client) == 0);
  CHECK(close(server) == 0);
}
