#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

Connection unreliable() {
  Connection c;
  c.type = IBV_QPT_UC;
  return c;
}

/// Loses the frames whose numbers, counted from 1, are listed.
void lose(TestWire& wire, std::set<std::uint64_t> numbers) {
  wire.fate = [numbers, n = std::uint64_t{0}](PacketPtr&) mutable {
    return numbers.count(++n) ? std::vector<Ps>{} : std::vector<Ps>{TestWire::propagation};
  };
}

ibv_qp_state state_of(const End& end) {
  ibv_qp_attr attr;
  REQUIRE(ibv_query_qp(end.qp, &attr, IBV_QP_STATE) == 0);
  return attr.qp_state;
}

}  // namespace

TEST_CASE("UC: SEND, WRITE and WRITE with immediate arrive, nothing comes back") {
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  from.fill(0, 5000, 3);
  REQUIRE(to.receive(7, 0, 8192) == 0);
  REQUIRE(to.receive(8, 0, 0) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 5000)}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to, 10000) == 0);
  REQUIRE(from.post(3, IBV_WR_RDMA_WRITE_WITH_IMM, {from.sge(0, 100)}, to, 20000) == 0);
  REQUIRE(lab.settle());
  CHECK(to.holds(0, 5000, 3));
  CHECK(to.holds(10000, 3000, 3));
  CHECK(to.holds(20000, 100, 3));
  CHECK(lab.b.out.frames == 0);
  const auto sent = from.poll();
  REQUIRE(sent.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(sent[i].wr_id == i + 1);
    CHECK(sent[i].status == IBV_WC_SUCCESS);
  }
  const auto got = to.poll();
  REQUIRE(got.size() == 2);
  CHECK(got[0].byte_len == 5000);
  CHECK(got[1].opcode == IBV_WC_RECV_RDMA_WITH_IMM);
}

TEST_CASE("UC: a lost packet takes its message with it, whichever it is, the receive serves the next message") {
  const std::uint64_t lost = GENERATE(1u, 2u, 3u);
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  lose(lab.a.out, {lost});
  from.fill(0, 3000, 3);
  from.fill(4000, 200, 9);
  REQUIRE(to.receive(7, 0, 4096) == 0);
  REQUIRE(to.receive(8, 4096, 4096) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 3000)}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_SEND, {from.sge(4000, 200)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll().size() == 2);
  const auto got = to.poll();
  REQUIRE(got.size() == 1);
  CHECK(got[0].wr_id == 7);
  CHECK(got[0].byte_len == 200);
  CHECK(to.holds(0, 200, 9));
}

TEST_CASE("UC: a WRITE that its key does not allow vanishes, both queue pairs go on") {
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  from.fill(0, 3000, 3);
  const auto before = to.octets(0, 3000);
  const Va end = to.buffer + Connection{}.memory;
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to, 0,
                    [end](ibv_send_wr& wr) { wr.wr.rdma.remote_addr = end - 2999; }) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 100)}, to, 0, [](ibv_send_wr& wr) { ++wr.wr.rdma.rkey; }) == 0);
  REQUIRE(lab.settle());
  CHECK(to.octets(0, 3000) == before);
  CHECK(to.octets(Connection{}.memory - 2999, 1024) == std::vector<std::uint8_t>(1024));
  REQUIRE(from.post(3, IBV_WR_RDMA_WRITE, {from.sge(0, 100)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(to.holds(0, 100, 3));
  CHECK(state_of(to) == IBV_QPS_RTS);
  for (const auto& wc : from.poll()) CHECK(wc.status == IBV_WC_SUCCESS);
}

TEST_CASE("UC: without a receive a SEND is lost and nobody is told") {
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 10)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll().size() == 1);
  REQUIRE(to.receive(7, 0, 64) == 0);
  REQUIRE(lab.settle());
  CHECK(to.poll().empty());
}

TEST_CASE("UC: a receive that is too small ends with LOC_LEN_ERR and its queue pair in ERR") {
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  REQUIRE(to.receive(7, 0, 1500) == 0);
  REQUIRE(to.receive(8, 4096, 4096) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 3000)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_SUCCESS);
  const auto got = to.poll();
  REQUIRE(got.size() == 2);
  CHECK(got[0].status == IBV_WC_LOC_LEN_ERR);
  CHECK(got[1].status == IBV_WC_WR_FLUSH_ERR);
  CHECK(state_of(to) == IBV_QPS_ERR);
  CHECK(state_of(from) == IBV_QPS_RTS);
}

TEST_CASE("UC: a send that fails moves the send queue to SQE, receiving goes on, RTS sends again") {
  TwoComputers lab;
  auto [from, to] = lab.connect(unreliable());
  from.fill(0, 64, 5);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {{from.buffer, 64, from.mr->lkey + 1}}, to) == 0);
  REQUIRE(from.post(3, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to) == 0);
  REQUIRE(lab.settle());
  const auto ended = from.poll();
  REQUIRE(ended.size() == 3);
  CHECK(ended[0].status == IBV_WC_SUCCESS);
  CHECK(ended[1].status == IBV_WC_LOC_PROT_ERR);
  CHECK(ended[2].status == IBV_WC_WR_FLUSH_ERR);
  CHECK(state_of(from) == IBV_QPS_SQE);

  to.fill(0, 32, 8);
  REQUIRE(from.receive(10, 500, 64) == 0);
  REQUIRE(to.post(11, IBV_WR_SEND, {to.sge(0, 32)}, from) == 0);
  REQUIRE(from.post(4, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to) == 0);  // flushed
  REQUIRE(lab.settle());
  for (const auto& wc : from.poll()) {
    CHECK((wc.wr_id == 10 || wc.wr_id == 4));
    CHECK(wc.status == (wc.wr_id == 10 ? IBV_WC_SUCCESS : IBV_WC_WR_FLUSH_ERR));
  }
  CHECK(from.holds(500, 32, 8));

  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_RTS;
  REQUIRE(ibv_modify_qp(from.qp, &attr, IBV_QP_STATE) == 0);
  REQUIRE(from.post(5, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to, 7000) == 0);
  REQUIRE(lab.settle());
  CHECK(to.holds(7000, 64, 5));
  CHECK(from.poll()[0].status == IBV_WC_SUCCESS);
}
