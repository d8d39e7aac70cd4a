#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

ibv_wc only(const End& end) {
  const auto all = end.poll();
  REQUIRE(all.size() == 1);
  CHECK(all[0].status == IBV_WC_SUCCESS);
  return all[0];
}

}  // namespace

TEST_CASE("SEND fills the buffers of the oldest receive") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  from.fill(0, 3000, 9);
  REQUIRE(to.receive(7, 100, 4000) == 0);
  REQUIRE(to.receive(8, 8000, 4000) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 1000), from.sge(1000, 0), from.sge(1000, 2000)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(to.holds(100, 3000, 9));
  CHECK(only(from).opcode == IBV_WC_SEND);
  const ibv_wc got = only(to);
  CHECK(got.wr_id == 7);
  CHECK(got.opcode == IBV_WC_RECV);
  CHECK(got.byte_len == 3000);
  CHECK(got.wc_flags == 0);
  CHECK(got.message == MessageId{1});
}

TEST_CASE("immediate data arrives in network order, with SEND and with WRITE") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  from.fill(0, 64, 9);
  to.receive(7, 100, 64), to.receive(8, 200, 64);
  const auto imm = [](ibv_send_wr& wr) { wr.imm_data = 0x01020304; };
  REQUIRE(from.post(1, IBV_WR_SEND_WITH_IMM, {from.sge(0, 64)}, to, 0, imm) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE_WITH_IMM, {from.sge(0, 64)}, to, 5000, imm) == 0);
  REQUIRE(lab.settle());
  const auto got = to.poll();
  REQUIRE(got.size() == 2);
  CHECK(got[0].opcode == IBV_WC_RECV);
  CHECK(got[1].opcode == IBV_WC_RECV_RDMA_WITH_IMM);
  for (const auto& wc : got) {
    CHECK(wc.imm_data == 0x01020304);
    CHECK(wc.wc_flags == IBV_WC_WITH_IMM);
    CHECK(wc.byte_len == 64);
  }
  CHECK(to.holds(100, 64, 9));
  CHECK(to.holds(5000, 64, 9));
  CHECK(to.octets(200, 1)[0] == 0);  // the receive of a WRITE takes no octets
}

TEST_CASE("READ fetches across packets and scatters over a list") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  to.fill(500, 9000, 3);
  REQUIRE(from.post(1, IBV_WR_RDMA_READ, {from.sge(0, 4001), from.sge(20'000, 4999)}, to, 500) == 0);
  REQUIRE(lab.settle());
  const ibv_wc done = only(from);
  CHECK(done.opcode == IBV_WC_RDMA_READ);
  CHECK(done.byte_len == 9000);
  auto whole = from.octets(0, 4001);
  const auto rest = from.octets(20'000, 4999);
  whole.insert(whole.end(), rest.begin(), rest.end());
  CHECK(whole == to.octets(500, 9000));
}

TEST_CASE("atomics act on the peer's memory once and bring back what was there") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  to.set(64, 40);
  REQUIRE(from.post(1, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(0, 8)}, to, 64,
                    [](ibv_send_wr& wr) { wr.wr.atomic.compare_add = 2; }) == 0);
  const auto swap = [](std::uint64_t compare, std::uint64_t value) {
    return [=](ibv_send_wr& wr) { wr.wr.atomic.compare_add = compare, wr.wr.atomic.swap = value; };
  };
  REQUIRE(from.post(2, IBV_WR_ATOMIC_CMP_AND_SWP, {from.sge(8, 8)}, to, 64, swap(42, 1'000)) == 0);
  REQUIRE(from.post(3, IBV_WR_ATOMIC_CMP_AND_SWP, {from.sge(16, 8)}, to, 64, swap(42, 2'000)) == 0);
  REQUIRE(lab.settle());
  CHECK(from.get(0) == 40);
  CHECK(from.get(8) == 42);
  CHECK(from.get(16) == 1'000);
  CHECK(to.get(64) == 1'000);
  const auto done = from.poll();
  REQUIRE(done.size() == 3);
  CHECK(done[0].opcode == IBV_WC_FETCH_ADD);
  CHECK(done[1].opcode == IBV_WC_COMP_SWAP);
  CHECK(done[1].byte_len == 8);
}

TEST_CASE("inline data leaves with the WQE: the buffer may change at once and needs no key") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  from.fill(0, 100, 1);
  ibv_sge s = from.sge(0, 100);
  s.lkey = 0xdead;
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {s}, to, 0, [](ibv_send_wr& wr) { wr.send_flags |= IBV_SEND_INLINE; }) == 0);
  from.fill(0, 100, 200);
  REQUIRE(lab.settle());
  CHECK(to.holds(0, 100, 1));
  only(from);
}

TEST_CASE("messages of no octets complete without a valid key") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  const auto no_key = [](ibv_send_wr& wr) { wr.wr.rdma = {0, 0xbad}; };
  to.receive(9, 0, 0);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {}, to, 0, no_key) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_READ, {}, to, 0, no_key) == 0);
  REQUIRE(from.post(3, IBV_WR_SEND, {}, to) == 0);
  REQUIRE(lab.settle());
  const auto done = from.poll();
  REQUIRE(done.size() == 3);
  for (const auto& wc : done) CHECK(wc.status == IBV_WC_SUCCESS);
  CHECK(only(to).byte_len == 0);
}

TEST_CASE("an unsignalled request completes silently and gives its place back") {
  TwoComputers lab;
  Connection c;
  c.depth = 4;
  auto [from, to] = lab.connect(c);
  const auto silent = [](ibv_send_wr& wr) { wr.send_flags = 0; };
  for (std::uint64_t round = 0; round < 10; ++round) {
    for (std::uint64_t i = 0; i < 3; ++i)
      REQUIRE(from.post(i, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, silent) == 0);
    REQUIRE(from.post(100 + round, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
    CHECK(from.post(9, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == ENOMEM);
    REQUIRE(lab.settle());
    CHECK(only(from).wr_id == 100 + round);
  }
}

TEST_CASE("many messages lap rings and completion queue, PSNs wrap") {
  TwoComputers lab;
  Connection c;
  c.depth = 8;
  c.psn_a = 0xfffff0;
  auto [from, to] = lab.connect(c);
  std::uint64_t done = 0;
  for (std::uint64_t n = 0; n < 300; ++n) {
    from.fill(0, 2'500, static_cast<unsigned>(n));
    // WQEs of one block and of two, so that some wrap around the ring's end.
    const auto sges = n % 3 ? std::vector<ibv_sge>{from.sge(0, 2'500)}
                            : std::vector<ibv_sge>{from.sge(0, 1'000), from.sge(1'000, 1'000), from.sge(2'000, 500)};
    REQUIRE(from.post(n, IBV_WR_RDMA_WRITE, sges, to, 100) == 0);
    REQUIRE(lab.settle());
    REQUIRE(to.holds(100, 2'500, static_cast<unsigned>(n)));
    for (const auto& wc : from.poll()) CHECK(wc.wr_id == done++);
  }
  CHECK(done == 300);
  CHECK(lab.pool.alive() == 0);
}
