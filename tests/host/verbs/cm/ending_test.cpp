#include "host/verbs/cm/refusals.h"
#include "two_programs.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("a server that rejects says why: reason 28, its private data, the client's queue pair in ERR") {
  CmPair t;
  t.call(reads(1, 1));
  REQUIRE(rdma_reject(t.accepted, "full", 5) == 0);
  const rdma_cm_event e = t.client.take();
  CHECK(e.event == RDMA_CM_EVENT_REJECTED);
  CHECK(e.status == 28);
  CHECK(e.param.conn.private_data_len == 148);
  CHECK(std::string(reinterpret_cast<const char*>(e.message.private_data.data())) == "full");
  CHECK(query(t.client.id->qp).qp_state == IBV_QPS_ERR);
  CHECK(rdma_destroy_id(t.accepted) == 0);
}

TEST_CASE("where nobody listens the request is rejected for its service") {
  TwoComputers lab;
  CmProgram client(lab.a);
  client.resolve(7471);
  client.create_qp(client.id);
  rdma_conn_param p = reads(1, 1);
  REQUIRE(rdma_connect(client.id, &p) == 0);
  const rdma_cm_event e = client.take();
  CHECK(e.event == RDMA_CM_EVENT_REJECTED);
  CHECK(e.status == 8);
}

TEST_CASE("disconnecting flushes what is posted, at both ends") {
  CmPair t;
  t.establish(reads(1, 1), reads(1, 1));
  for (ibv_qp* qp : {t.client.id->qp, t.accepted->qp}) {
    ibv_recv_wr wr, *bad = nullptr;
    wr.wr_id = 9;
    REQUIRE(ibv_post_recv(qp, &wr, &bad) == 0);
  }
  REQUIRE(rdma_disconnect(t.client.id) == 0);
  CHECK(query(t.client.id->qp).qp_state == IBV_QPS_ERR);
  CHECK(t.server.take().event == RDMA_CM_EVENT_DISCONNECTED);
  CHECK(query(t.accepted->qp).qp_state == IBV_QPS_ERR);
  CHECK(t.client.take().event == RDMA_CM_EVENT_DISCONNECTED);
  REQUIRE(t.lab.settle());
  for (ibv_cq* cq : {t.client.cq, t.server.cq}) {
    ibv_wc wc;
    REQUIRE(ibv_poll_cq(cq, 1, &wc) == 1);
    CHECK(wc.wr_id == 9);
    CHECK(wc.status == IBV_WC_WR_FLUSH_ERR);
  }
  CHECK(rdma_disconnect(t.accepted) == 0);  // as librdmacm's examples do; there is nothing left to say
  CHECK_FALSE(t.client.has_event());
  rdma_destroy_qp(t.accepted);
  CHECK(rdma_destroy_id(t.accepted) == 0);
}

TEST_CASE("both ends that disconnect at once are told once each") {
  CmPair t;
  t.establish(reads(1, 1), reads(1, 1));
  REQUIRE(rdma_disconnect(t.client.id) == 0);
  REQUIRE(rdma_disconnect(t.accepted) == 0);
  CHECK(t.server.take().event == RDMA_CM_EVENT_DISCONNECTED);
  CHECK(t.client.take().event == RDMA_CM_EVENT_DISCONNECTED);
  CHECK_FALSE(t.server.has_event());
  CHECK_FALSE(t.client.has_event());
}

TEST_CASE("a peer that goes away: unreachable while connecting, disconnected afterwards") {
  CmPair t;
  const bool later = GENERATE(true, false);
  if (later) {
    t.establish(reads(1, 1), reads(1, 1));
  } else {
    t.call(reads(1, 1));
  }
  t.accepted->stream->close();
  CHECK(t.client.take().event == (later ? RDMA_CM_EVENT_DISCONNECTED : RDMA_CM_EVENT_UNREACHABLE));
}

TEST_CASE("calls out of their order are refused with the state that they need") {
  TwoComputers lab;
  CmProgram p(lab.a);
  const auto refused = [&](int result) {
    CHECK(result == -1);
    CHECK(errno == EINVAL);
    CHECK(lab.a.context.refusal.rule == &cm::refused_cm_state);
  };
  rdma_conn_param param;
  refused(rdma_connect(p.id, &param));
  refused(rdma_listen(p.id, 1));
  refused(rdma_accept(p.id, &param));
  refused(rdma_reject(p.id, nullptr, 0));
  refused(rdma_disconnect(p.id));
  refused(rdma_resolve_route(p.id, 0));
  REQUIRE(p.listen(7000) == 0);
  refused(p.listen(7001));
}

TEST_CASE("what cannot be is refused: private data too long, no queue pair, a port taken, an unknown family") {
  CmPair t;
  t.client.resolve(7471);
  rdma_conn_param p;
  CHECK(rdma_connect(t.client.id, &p) == -1);
  CHECK(t.lab.a.context.refusal.rule == &cm::refused_no_queue_pair);
  t.client.create_qp(t.client.id);
  const char octets[57] = {};
  p.private_data = octets, p.private_data_len = sizeof octets;
  CHECK(rdma_connect(t.client.id, &p) == -1);
  CHECK(t.lab.a.context.refusal.rule == &cm::refused_private_data);
  CHECK(t.lab.a.context.refusal.values[1].second == 56);
  CmProgram other(t.lab.b);
  CHECK(other.listen(7471) == -1);
  CHECK(errno == EADDRINUSE);
  sockaddr strange{};
  strange.sa_family = AF_UNIX;
  CmProgram third(t.lab.b);
  CHECK(rdma_bind_addr(third.id, &strange) == -1);
  CHECK(t.lab.b.context.refusal.rule == &cm::refused_cm_address);
}

TEST_CASE("an id with a queue pair or with events not acknowledged is not destroyed") {
  CmPair t;
  t.client.resolve(7471);
  t.client.create_qp(t.client.id);
  CHECK(rdma_destroy_id(t.client.id) == -1);
  CHECK(errno == EBUSY);
  rdma_conn_param p = reads(1, 1);
  REQUIRE(rdma_connect(t.client.id, &p) == 0);
  rdma_cm_event* event = nullptr;
  REQUIRE(rdma_get_cm_event(t.server.channel, &event) == 0);
  rdma_cm_id* id = event->id;
  CHECK(rdma_destroy_id(id) == -1);
  CHECK(t.lab.b.context.refusal.rule == &cm::refused_events_unacked);
  REQUIRE(rdma_ack_cm_event(event) == 0);
  CHECK(rdma_destroy_id(id) == 0);
}

TEST_CASE("without a network beside the RDMA NIC there is no connecting") {
  TwoComputers lab;
  lab.a.wired = nullptr;
  CmProgram client(lab.a);
  client.resolve(7471);
  client.create_qp(client.id);
  rdma_conn_param p;
  CHECK(rdma_connect(client.id, &p) == -1);
  CHECK(lab.a.context.refusal.rule == &cm::refused_no_network);
  CHECK(errno == EOPNOTSUPP);
}

TEST_CASE("an address that nobody answers for is an event") {
  TwoComputers lab;
  CmProgram client(lab.a);
  sockaddr_in to = CmProgram::address(0x0a000000u + Computer::nobody, 7471);
  REQUIRE(rdma_resolve_addr(client.id, nullptr, reinterpret_cast<sockaddr*>(&to), 2000) == 0);
  const rdma_cm_event e = client.take();
  CHECK(e.event == RDMA_CM_EVENT_ADDR_ERROR);
  CHECK(e.status == -EHOSTUNREACH);
}

TEST_CASE("an option that connection management does not have is refused with what it was") {
  TwoComputers lab;
  CmProgram client(lab.a);
  std::uint8_t timeout = 32;
  CHECK(rdma_set_option(client.id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, 1) == -1);
  CHECK(errno == EINVAL);
  constexpr int reuse_address = 1;
  CHECK(rdma_set_option(client.id, RDMA_OPTION_ID, reuse_address, &timeout, 1) == -1);
  CHECK(errno == ENOSYS);
  CHECK(lab.a.context.refusal.rule == &cm::refused_option);
}
