#include "two_programs.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("a connection that is accepted stands in RTS at both ends, each told of the other's number and PSN") {
  CmPair t;
  t.establish(reads(4, 4), reads(4, 4));
  const ibv_qp_attr a = query(t.client.id->qp), b = query(t.accepted->qp);
  CHECK(a.qp_state == IBV_QPS_RTS);
  CHECK(b.qp_state == IBV_QPS_RTS);
  CHECK(a.dest_qp_num == t.accepted->qp->qp_num);
  CHECK(b.dest_qp_num == t.client.id->qp->qp_num);
  CHECK(a.rq_psn == b.sq_psn);
  CHECK(b.rq_psn == a.sq_psn);
  CHECK(a.sq_psn != b.sq_psn);
  CHECK(a.ah_attr.grh.dgid == t.lab.b.gids()[0]);
  CHECK(b.ah_attr.grh.dgid == t.lab.a.gids()[0]);
  CHECK(t.request.listen_id == t.server.id);
  CHECK(t.accepted->context == &t.server);
}

TEST_CASE("READs in flight are what both ends can: the smaller of what is asked and what is answered") {
  CmPair t;
  t.establish(reads(3, 9), reads(5, 7));  // the client answers 3 and asks for 9, the server answers 5 and asks for 7
  CHECK(t.request.param.conn.responder_resources == 9);
  CHECK(t.request.param.conn.initiator_depth == 3);
  const ibv_qp_attr client = query(t.client.id->qp), server = query(t.accepted->qp);
  CHECK(client.max_rd_atomic == 5);
  CHECK(server.max_dest_rd_atomic == 5);
  CHECK(server.max_rd_atomic == 3);
  CHECK(client.max_dest_rd_atomic == 3);
}

TEST_CASE("asking for the most there is gives what the device has") {
  CmPair t;
  t.establish(reads(RDMA_MAX_RESP_RES, RDMA_MAX_INIT_DEPTH), reads(RDMA_MAX_RESP_RES, RDMA_MAX_INIT_DEPTH));
  CHECK(query(t.client.id->qp).max_rd_atomic == 16);
  CHECK(query(t.accepted->qp).max_dest_rd_atomic == 16);
}

TEST_CASE("retries: the request's count holds at both ends, RNR retries are those that the other end gave") {
  CmPair t;
  rdma_conn_param asked = reads(1, 1), answered = reads(1, 1);
  asked.retry_count = 3, answered.retry_count = 1;
  asked.rnr_retry_count = 2, answered.rnr_retry_count = 4;
  t.establish(asked, answered);
  CHECK(query(t.client.id->qp).retry_cnt == 3);
  CHECK(query(t.accepted->qp).retry_cnt == 3);
  CHECK(query(t.client.id->qp).rnr_retry == 4);
  CHECK(query(t.accepted->qp).rnr_retry == 2);
}

TEST_CASE("private data travel with request and answer, padded to what the message carries") {
  CmPair t;
  rdma_conn_param asked = reads(1, 1), answered = reads(1, 1);
  asked.private_data = "hello", asked.private_data_len = 6;
  answered.private_data = "welcome", answered.private_data_len = 8;
  t.call(asked);
  CHECK(t.request.param.conn.private_data_len == 56);
  CHECK(std::string(reinterpret_cast<const char*>(t.request.message.private_data.data())) == "hello");
  t.server.create_qp(t.accepted);
  REQUIRE(rdma_accept(t.accepted, &answered) == 0);
  rdma_cm_event* event = nullptr;
  REQUIRE(rdma_get_cm_event(t.client.channel, &event) == 0);
  CHECK(event->param.conn.private_data_len == 196);
  CHECK(std::string(static_cast<const char*>(event->param.conn.private_data)) == "welcome");
  REQUIRE(rdma_ack_cm_event(event) == 0);
}

TEST_CASE("accepting without parameters grants what was asked for") {
  CmPair t;
  t.call(reads(2, 3));
  t.server.create_qp(t.accepted);
  REQUIRE(rdma_accept(t.accepted, nullptr) == 0);
  CHECK(query(t.accepted->qp).max_dest_rd_atomic == 3);
  CHECK(query(t.accepted->qp).max_rd_atomic == 2);
}

TEST_CASE("every connection begins at another PSN") {
  CmPair t;
  t.establish(reads(1, 1), reads(1, 1));
  const std::uint32_t first = query(t.client.id->qp).sq_psn;
  REQUIRE(rdma_create_id(t.client.channel, &t.client.id, nullptr, RDMA_PS_TCP) == 0);
  t.establish(reads(1, 1), reads(1, 1));
  CHECK(query(t.client.id->qp).sq_psn != first);
}

TEST_CASE("the connection takes the smaller path MTU and the acknowledgement timeout of its own end") {
  CmPair t;
  t.client.id->path_mtu = IBV_MTU_4096;
  t.server.id->path_mtu = IBV_MTU_2048;
  std::uint8_t timeout = 18;
  REQUIRE(rdma_set_option(t.client.id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, 1) == 0);
  t.establish(reads(1, 1), reads(1, 1));
  CHECK(query(t.client.id->qp).path_mtu == IBV_MTU_2048);
  CHECK(query(t.accepted->qp).path_mtu == IBV_MTU_2048);
  CHECK(query(t.client.id->qp).timeout == 18);
}

TEST_CASE("packets of a connection carry the type of service of their own end") {
  CmPair t;
  std::uint8_t tos = 26 << 2 | 2;
  REQUIRE(rdma_set_option(t.client.id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, 1) == 0);
  t.establish(reads(1, 1), reads(1, 1));
  CHECK(query(t.client.id->qp).ah_attr.grh.traffic_class == tos);
  CHECK(query(t.accepted->qp).ah_attr.grh.traffic_class == 0);
}

TEST_CASE("messages keep what is in them on their way") {
  cm::Message m;
  m.type = cm::Message::Type::rej;
  m.responder_resources = 1, m.initiator_depth = 2, m.retry_count = 3, m.rnr_retry_count = 4, m.path_mtu = 5;
  m.reason = 0x1234, m.qpn = 0xabcdef, m.psn = 0x987654;
  m.gid = wire::Gid::from_ipv4(0x0a000001);
  m.private_data.front() = 9, m.private_data.back() = 8;
  const auto octets = m.encode();
  const cm::Message back = cm::Message::decode(octets.data());
  CHECK(back.encode() == octets);
  CHECK(back.type == m.type);
  CHECK(back.reason == 0x1234);
  CHECK(back.qpn == 0xabcdef);
  CHECK(back.psn == 0x987654);
  CHECK(back.gid == m.gid);
  CHECK(back.private_data == m.private_data);
}
