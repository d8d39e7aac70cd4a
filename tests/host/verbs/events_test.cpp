#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

std::vector<std::string> events(Computer& computer) {
  std::vector<std::string> names;
  ibv_async_event event;
  while (ibv_get_async_event(&computer.context, &event) == 0) names.emplace_back(ibv_event_type_str(event.event_type));
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the first packet in RTR establishes communication, in RTS it is nothing new") {
  TwoComputers lab;
  const Connection c;
  End from = TwoComputers::open(lab.a, c), to = TwoComputers::open(lab.b, c);
  REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, 2, 1, lab.a.gids()[0], IBV_QPS_RTR) == 0);
  for (int i = 0; i < 2; ++i) REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(events(lab.b) == Names{"COMM_EST"});
  CHECK(events(lab.a).empty());
}

TEST_CASE("a request that the responder refuses is an event where no receive can tell of it") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, [](ibv_send_wr& wr) { wr.wr.rdma.rkey ^= 1; }) == 0);
  REQUIRE(lab.settle());
  CHECK(events(lab.b) == Names{"QP_ACCESS_ERR"});
  CHECK(events(lab.a).empty());
  auto [again, peer] = lab.connect();
  REQUIRE(peer.receive(7, 0, 4) == 0);
  REQUIRE(again.post(1, IBV_WR_SEND, {again.sge(0, 8)}, peer) == 0);
  REQUIRE(lab.settle());
  CHECK(events(lab.b).empty());
  CHECK(peer.poll()[0].status == IBV_WC_LOC_LEN_ERR);
}

TEST_CASE("a shared queue that runs below its limit tells once for each arming") {
  TwoComputers lab;
  const Connection c;
  End from = TwoComputers::open(lab.a, c), to = TwoComputers::open(lab.b, c);
  ibv_srq_init_attr srq_init;
  srq_init.attr.max_wr = 16;
  srq_init.attr.max_sge = 1;
  Srq* srq = ibv_create_srq(to.pd, &srq_init);
  REQUIRE(srq);
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = to.cq;
  init.srq = srq;
  init.cap.max_send_wr = init.cap.max_send_sge = 1;
  to.qp = ibv_create_qp(to.pd, &init);
  REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, 2, 1, lab.a.gids()[0]) == 0);
  CHECK(to.receive(1, 0, 64) == EINVAL);
  CHECK(lab.b.context.refusal.rule == &refused_shared_queue);
  const auto post = [&](std::uint64_t wr_id) {
    ibv_sge s = to.sge(wr_id * 64, 64);
    ibv_recv_wr wr, *bad = nullptr;
    wr.wr_id = wr_id, wr.sg_list = &s, wr.num_sge = 1;
    return ibv_post_srq_recv(srq, &wr, &bad);
  };
  for (std::uint64_t i = 0; i < 6; ++i) REQUIRE(post(i) == 0);
  ibv_srq_attr attr;
  attr.srq_limit = 4;
  REQUIRE(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT) == 0);
  ibv_srq_attr now;
  REQUIRE(ibv_query_srq(srq, &now) == 0);
  CHECK(now.srq_limit == 4);
  CHECK(now.max_wr == 16);
  const auto send = [&] {
    REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 8)}, to) == 0);
    REQUIRE(lab.settle());
  };
  send(), send();
  CHECK(events(lab.b).empty());
  send(), send();
  CHECK(events(lab.b) == Names{"SRQ_LIMIT_REACHED"});
  REQUIRE(ibv_query_srq(srq, &now) == 0);
  CHECK(now.srq_limit == 0);
  CHECK(ibv_destroy_srq(srq) == EBUSY);
  attr.srq_limit = 17;
  CHECK(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT) == EINVAL);
}

TEST_CASE("a queue pair on a shared queue that enters ERR tells when its last receive has ended") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  ibv_srq_init_attr srq;
  srq.attr.max_wr = srq.attr.max_sge = 1;
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = end.cq;
  init.srq = ibv_create_srq(end.pd, &srq);
  init.cap.max_send_wr = 1;
  end.qp = ibv_create_qp(end.pd, &init);
  REQUIRE(TwoComputers::climb(end, {}, 5, 0, 0, lab.b.gids()[0]) == 0);
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_ERR;
  REQUIRE(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE) == 0);
  CHECK(events(lab.a) == Names{"QP_LAST_WQE_REACHED"});
}

TEST_CASE("an event names its object, and one whose object is gone is not given out") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, [](ibv_send_wr& wr) { wr.wr.rdma.rkey ^= 1; }) == 0);
  REQUIRE(lab.settle());
  const bool gone = GENERATE(false, true);
  if (gone) REQUIRE(ibv_destroy_qp(to.qp) == 0);
  ibv_async_event event;
  CHECK(ibv_get_async_event(&lab.b.context, &event) == (gone ? -1 : 0));
  if (!gone) CHECK(event.element.qp == to.qp);
}

TEST_CASE("a CQ with events that were taken and not acknowledged is not destroyed") {
  TwoComputers lab;
  Channel* channel = ibv_create_comp_channel(&lab.a.context);
  End from = TwoComputers::open(lab.a, {});
  from.cq = ibv_create_cq(&lab.a.context, 8, channel);
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = from.cq;
  init.cap.max_send_wr = 1;
  from.qp = ibv_create_qp(from.pd, &init);
  End to = TwoComputers::open(lab.b, {});
  REQUIRE(TwoComputers::climb(from, {}, to.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(to, {}, from.qp->qp_num, 2, 1, lab.a.gids()[0]) == 0);
  REQUIRE(ibv_req_notify_cq(from.cq, 0) == 0);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  Cq* fired = nullptr;
  REQUIRE(ibv_get_cq_event(channel, &fired) == 0);
  REQUIRE(ibv_destroy_qp(from.qp) == 0);
  CHECK(ibv_destroy_cq(from.cq) == EBUSY);
  CHECK(lab.a.context.refusal.rule == &refused_unacked);
  ibv_ack_cq_events(fired, 1);
  CHECK(ibv_destroy_cq(from.cq) == 0);
}

namespace {

/// A process of its own on a computer: a queue pair whose CQ has a completion channel, armed.
struct Sleeper {
  explicit Sleeper(Computer& computer) : context(computer), channel(ibv_create_comp_channel(&context)), end{computer} {
    end.cq = ibv_create_cq(&context, 8, channel);
    end.pd = ibv_alloc_pd(&context);
    end.buffer = computer.allocate(64);
    end.mr = ibv_reg_mr(end.pd, end.buffer, 64, IBV_ACCESS_LOCAL_WRITE);
    ibv_qp_init_attr init;
    init.send_cq = init.recv_cq = end.cq;
    init.cap.max_send_wr = init.cap.max_recv_wr = init.cap.max_send_sge = init.cap.max_recv_sge = 1;
    end.qp = ibv_create_qp(end.pd, &init);
    ibv_req_notify_cq(end.cq, 0);
  }
  /// CQs that have fired since the last look.
  std::vector<Cq*> woken() const {
    std::vector<Cq*> fired;
    for (Cq* one = nullptr; ibv_get_cq_event(channel, &one) == 0;) fired.push_back(one);
    return fired;
  }

  Context context;
  Channel* channel;
  End end;
};

}  // namespace

TEST_CASE("of two processes on one computer each hears of its own queues and of no other's") {
  TwoComputers lab;
  Sleeper first(lab.b), second(lab.b);
  for (Sleeper* to : {&first, &second}) {
    End from = TwoComputers::open(lab.a, {});
    REQUIRE(TwoComputers::climb(from, {}, to->end.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
    REQUIRE(TwoComputers::climb(to->end, {}, from.qp->qp_num, 2, 1, lab.a.gids()[0], IBV_QPS_RTR) == 0);
    REQUIRE(to->end.receive(1, 0, 8) == 0);
    REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 8)}, to->end) == 0);
    REQUIRE(lab.settle());
    Sleeper& other = to == &first ? second : first;
    CHECK(to->woken() == std::vector<Cq*>{to->end.cq});
    CHECK(other.woken().empty());
    ibv_async_event event;
    REQUIRE(ibv_get_async_event(&to->context, &event) == 0);
    CHECK(event.event_type == IBV_EVENT_COMM_EST);
    CHECK(event.element.qp == to->end.qp);
    CHECK(ibv_get_async_event(&other.context, &event) == -1);
  }
}

TEST_CASE("a process that ends takes nobody else's events with it") {
  TwoComputers lab;
  Sleeper stays(lab.b);
  { const Context ends(lab.b); }
  End from = TwoComputers::open(lab.a, {});
  REQUIRE(TwoComputers::climb(from, {}, stays.end.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(stays.end, {}, from.qp->qp_num, 2, 1, lab.a.gids()[0]) == 0);
  REQUIRE(stays.end.receive(1, 0, 8) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 8)}, stays.end) == 0);
  REQUIRE(lab.settle());
  CHECK(stays.woken().size() == 1);
}
