#include "two_computers.h"

/// Whatever is refused in a list: the caller learns which request it was, those before it are posted, those behind not.

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

struct Wrong {
  const MomentKind* rule;
  int error;
  std::function<void(ibv_send_wr&)> make;
};

Wrong wrong_request(unsigned which) {
  const auto opcode = [](ibv_wr_opcode op) { return [op](ibv_send_wr& wr) { wr.opcode = op; }; };
  const Wrong all[]{
      {&refused_operation, EINVAL, opcode(static_cast<ibv_wr_opcode>(99))},
      {&refused_sges, EINVAL, [](ibv_send_wr& wr) { wr.num_sge = 5; }},
      {&refused_inline, EINVAL, [](ibv_send_wr& wr) { wr.send_flags |= IBV_SEND_INLINE; }},
      {&refused_atomic, EINVAL,
       [](ibv_send_wr& wr) { wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD, wr.wr.atomic.remote_addr = 4; }},
      {&refused_bind, EINVAL, opcode(IBV_WR_BIND_MW)},
  };
  return all[which];
}

}  // namespace

TEST_CASE("a refused request of a list is named, whatever is wrong with it") {
  const Wrong wrong = wrong_request(GENERATE(0u, 1u, 2u, 3u, 4u));
  TwoComputers lab;
  auto [from, to] = lab.connect();
  ibv_sge s = from.sge(0, 200);  // more than inline data may be
  ibv_send_wr wr[3], *bad = nullptr;
  for (std::uint64_t i = 0; i < 3; ++i) {
    wr[i].wr_id = i;
    wr[i].sg_list = &s;
    wr[i].num_sge = 1;
    wr[i].next = i < 2 ? &wr[i + 1] : nullptr;
    wr[i].send_flags = IBV_SEND_SIGNALED;
    wr[i].wr.rdma = {to.buffer, to.mr->rkey};
  }
  wrong.make(wr[1]);
  CHECK(ibv_post_send(from.qp, wr, &bad) == wrong.error);
  CHECK(bad == &wr[1]);
  CHECK(lab.a.context.refusal.rule == wrong.rule);
  REQUIRE(lab.settle());
  const auto done = from.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].wr_id == 0);
  CHECK(done[0].status == IBV_WC_SUCCESS);
}

TEST_CASE("a datagram without an address handle of its domain is named in its list") {
  TwoComputers lab;
  Connection c;
  c.type = IBV_QPT_UD;
  auto [from, to] = lab.connect(c);
  ibv_ah_attr attr;
  attr.grh.dgid = lab.b.gids()[0];
  ibv_sge s = from.sge(0, 8);
  ibv_send_wr wr[2], *bad = nullptr;
  for (auto& w : wr) {
    w.sg_list = &s;
    w.num_sge = 1;
    w.opcode = IBV_WR_SEND;
    w.wr.ud = {ibv_create_ah(from.pd, attr), to.qp->qp_num, 0x11111111};
  }
  wr[0].next = &wr[1];
  wr[1].wr.ud.ah = GENERATE(true, false) ? nullptr : ibv_create_ah(ibv_alloc_pd(&lab.a.context), attr);
  CHECK(ibv_post_send(from.qp, wr, &bad) == EINVAL);
  CHECK(bad == &wr[1]);
  CHECK(lab.a.context.refusal.rule == &refused_address);
}

TEST_CASE("a list longer than its queue is taken as far as there is room") {
  TwoComputers lab;
  Connection c;
  c.depth = 2;
  auto [from, to] = lab.connect(c);
  ibv_sge s = from.sge(0, 8);
  ibv_send_wr wr[3], *bad = nullptr;
  ibv_recv_wr receive[3], *bad_receive = nullptr;
  for (int i = 0; i < 3; ++i) {
    wr[i].sg_list = receive[i].sg_list = &s;
    wr[i].num_sge = receive[i].num_sge = 1;
    if (i < 2) wr[i].next = &wr[i + 1], receive[i].next = &receive[i + 1];
    wr[i].wr.rdma = {to.buffer, to.mr->rkey};
  }
  CHECK(ibv_post_send(from.qp, wr, &bad) == ENOMEM);
  CHECK(bad == &wr[2]);
  CHECK(ibv_post_recv(from.qp, receive, &bad_receive) == ENOMEM);
  CHECK(bad_receive == &receive[2]);
}

TEST_CASE("the first of a list is the bad one where the state takes none") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  ibv_send_wr wr[2], *bad = nullptr;
  wr[0].next = &wr[1];
  CHECK(ibv_post_send(end.qp, wr, &bad) == EINVAL);
  CHECK(bad == &wr[0]);
  ibv_recv_wr receive[2], *bad_receive = nullptr;
  receive[0].next = &receive[1];
  CHECK(ibv_post_recv(end.qp, receive, &bad_receive) == EINVAL);
  CHECK(bad_receive == &receive[0]);
}

TEST_CASE("a receive with too many pieces is named in its list, of a queue pair as of a shared queue") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  ibv_srq_init_attr attr;
  attr.attr.max_wr = 8;
  attr.attr.max_sge = 4;
  Srq* srq = ibv_create_srq(to.pd, &attr);
  ibv_sge s[5];
  ibv_recv_wr wr[2], *bad = nullptr;
  wr[0].next = &wr[1];
  wr[1].sg_list = s;
  wr[1].num_sge = 5;
  const bool shared = GENERATE(true, false);
  CHECK((shared ? ibv_post_srq_recv(srq, wr, &bad) : ibv_post_recv(to.qp, wr, &bad)) == EINVAL);
  CHECK(bad == &wr[1]);
  CHECK(lab.b.context.refusal.rule == &refused_sges);
}
