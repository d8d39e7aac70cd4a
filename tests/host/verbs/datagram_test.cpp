#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

constexpr std::uint32_t qkey = 0x11111111;  // as climb() sets it

Connection datagram(bool ipv6 = false) {
  Connection c;
  c.type = IBV_QPT_UD;
  c.ipv6 = ipv6;
  return c;
}

ibv_ah_attr address(const Computer& peer, bool ipv6 = false) {
  ibv_ah_attr a;
  a.grh.dgid = peer.gids()[ipv6];
  a.grh.sgid_index = ipv6;
  return a;
}

int send(const End& from, std::uint64_t wr_id, std::uint32_t bytes, const End& to, Ah* ah, std::uint32_t key = qkey) {
  return from.post(wr_id, IBV_WR_SEND, {from.sge(0, bytes)}, to, 0, [&](ibv_send_wr& wr) {
    wr.wr.ud = {ah, to.qp->qp_num, key};
  });
}

}  // namespace

TEST_CASE("UD: a datagram arrives behind its header, which names the way back") {
  const bool ipv6 = GENERATE(false, true);
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram(ipv6));
  from.fill(0, 4096, 3);
  Ah* ah = ibv_create_ah(from.pd, address(lab.b, ipv6));
  REQUIRE(ah);
  REQUIRE(to.receive(7, 0, 5000) == 0);
  REQUIRE(send(from, 1, 4096, to, ah) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_SUCCESS);
  const auto got = to.poll();
  REQUIRE(got.size() == 1);
  CHECK(got[0].byte_len == 4096 + 40);
  CHECK(got[0].src_qp == from.qp->qp_num);
  CHECK((got[0].wc_flags & IBV_WC_GRH));
  CHECK(to.holds(40, 4096, 3));

  const auto header = to.octets(0, 40);
  if (ipv6) {
    CHECK(header[0] >> 4 == 6);
    CHECK(std::equal(header.begin() + 8, header.begin() + 24, lab.a.gids()[1].octets.begin()));
    CHECK(std::equal(header.begin() + 24, header.end(), lab.b.gids()[1].octets.begin()));
  } else {
    CHECK(header[20] == 0x45);
    CHECK(std::vector<std::uint8_t>(header.begin() + 32, header.end()) ==
          std::vector<std::uint8_t>{10, 0, 0, 1, 10, 0, 0, 2});
  }
  Ah* back = ibv_create_ah_from_wc(to.pd, &got[0], to.buffer, 1);
  REQUIRE(back);
  to.fill(0, 20, 9);
  REQUIRE(from.receive(8, 8000, 100) == 0);
  REQUIRE(send(to, 2, 20, from, back) == 0);
  REQUIRE(lab.settle());
  CHECK(from.holds(8040, 20, 9));
}

TEST_CASE("UD: a wrong Q_Key is dropped, its highest bit stands for the sender's own") {
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram());
  Ah* ah = ibv_create_ah(from.pd, address(lab.b));
  REQUIRE(to.receive(7, 0, 100) == 0);
  REQUIRE(send(from, 1, 8, to, ah, qkey + 1) == 0);
  REQUIRE(lab.settle());
  CHECK(to.poll().empty());
  REQUIRE(send(from, 2, 8, to, ah, 0x80000000) == 0);
  REQUIRE(lab.settle());
  CHECK(to.poll().size() == 1);
}

TEST_CASE("UD: without a receive a datagram is lost, one that is too small ends the queue pair") {
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram());
  Ah* ah = ibv_create_ah(from.pd, address(lab.b));
  REQUIRE(send(from, 1, 8, to, ah) == 0);
  REQUIRE(lab.settle());
  REQUIRE(to.receive(7, 0, 47) == 0);  // 40 + 8 are needed
  CHECK(to.poll().empty());
  REQUIRE(send(from, 2, 8, to, ah) == 0);
  REQUIRE(lab.settle());
  const auto got = to.poll();
  REQUIRE(got.size() == 1);
  CHECK(got[0].status == IBV_WC_LOC_LEN_ERR);
  CHECK(to.qp->state == IBV_QPS_ERR);
  CHECK(from.poll().size() == 2);
}

TEST_CASE("UD: a message longer than a packet fails at the sender, which stops in SQE") {
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram());
  Ah* ah = ibv_create_ah(from.pd, address(lab.b));
  REQUIRE(to.receive(7, 0, 8192) == 0);
  REQUIRE(send(from, 1, 4097, to, ah) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_LOC_LEN_ERR);
  ibv_qp_attr attr;
  REQUIRE(ibv_query_qp(from.qp, &attr, IBV_QP_STATE) == 0);
  CHECK(attr.qp_state == IBV_QPS_SQE);
  CHECK(lab.a.out.frames == 0);
  attr.qp_state = IBV_QPS_RTS;
  attr.qkey = 5;
  REQUIRE(ibv_modify_qp(from.qp, &attr, IBV_QP_STATE | IBV_QP_QKEY) == 0);
  REQUIRE(send(from, 2, 4096, to, ah) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_SUCCESS);
  CHECK(to.poll().size() == 1);
}

TEST_CASE("UD: inline data, immediate data, one queue pair to many and many to one") {
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram());
  End third = TwoComputers::open(lab.b, datagram());
  REQUIRE(TwoComputers::climb(third, datagram(), 0, 0, 0, lab.a.gids()[0]) == 0);
  Ah* ah = ibv_create_ah(from.pd, address(lab.b));
  from.fill(0, 33, 6);
  REQUIRE(to.receive(7, 0, 100) == 0);
  REQUIRE(third.receive(8, 0, 100) == 0);
  for (const End* peer : {&to, &third}) {
    REQUIRE(from.post(1, IBV_WR_SEND_WITH_IMM, {from.sge(0, 33)}, *peer, 0, [&](ibv_send_wr& wr) {
      wr.wr.ud = {ah, peer->qp->qp_num, qkey};
      wr.imm_data = 0x01020304;
      wr.send_flags |= IBV_SEND_INLINE;
    }) == 0);
  }
  REQUIRE(lab.settle());
  for (const End* peer : {&to, &third}) {
    const auto got = peer->poll();
    REQUIRE(got.size() == 1);
    CHECK(got[0].imm_data == 0x01020304);
    CHECK(got[0].byte_len == 73);
    CHECK(peer->holds(40, 33, 6));
  }
}

TEST_CASE("UD: what it does not offer is refused at once") {
  TwoComputers lab;
  auto [from, to] = lab.connect(datagram());
  Ah* ah = ibv_create_ah(from.pd, address(lab.b));
  Ah* foreign = ibv_create_ah(ibv_alloc_pd(&lab.a.context), address(lab.b));
  CHECK(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, [&](ibv_send_wr& wr) {
    wr.wr.ud = {ah, to.qp->qp_num, qkey};
  }) == EINVAL);
  CHECK(lab.a.context.refusal.rule == &refused_operation);
  CHECK(send(from, 1, 8, to, nullptr) == EINVAL);
  CHECK(send(from, 1, 8, to, foreign) == EINVAL);
  CHECK(lab.a.context.refusal.rule == &refused_address);
}
