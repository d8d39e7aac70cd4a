#include "counted.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// READs of 8 KiB, all posted at once, from an end that was promised so many more than the peer keeps.
ibv_wc_status more_reads_than(std::uint8_t kept, std::uint8_t sent) {
  rnic::Profile p;
  p.tx_window_bytes = 4096;  // a READ is open until its last packet has been built
  TwoComputers lab(p);
  Connection c;
  End from = TwoComputers::open(lab.a, c), to = TwoComputers::open(lab.b, c);
  c.rd_atomic = sent;
  REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, c.psn_a, c.psn_b, lab.b.gids()[0]) == 0);
  c.rd_atomic = kept;
  REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, c.psn_b, c.psn_a, lab.a.gids()[0]) == 0);
  for (unsigned n = 0; n < sent; ++n)
    REQUIRE(from.post(n, IBV_WR_RDMA_READ, {from.sge(n * 8192, 8192)}, to, n * 8192) == 0);
  REQUIRE(lab.settle());
  ibv_wc_status worst = IBV_WC_SUCCESS;
  for (const ibv_wc& wc : from.poll())
    if (worst == IBV_WC_SUCCESS) worst = wc.status;
  return worst;
}

}  // namespace

TEST_CASE("more READs at a time than the responder has resources for are an invalid request") {
  CHECK(more_reads_than(2, 6) == IBV_WC_REM_INV_REQ_ERR);
}

TEST_CASE("as many READs at a time as the responder has resources for are answered") {
  CHECK(more_reads_than(6, 6) == IBV_WC_SUCCESS);
}

namespace {

/// Packets dropped because the receiver's bitmap did not reach them, when the first of 64 is lost.
std::uint64_t beyond_bitmap(double reach) {
  TwoComputers lab;
  Counted counted;
  lab.probe.attach(counted);
  Connection c;
  c.scheme = "irn";
  c.mtu = IBV_MTU_256;
  c.scheme_parameters = {{"bdp", 64}};
  End from = TwoComputers::open(lab.a, c);
  c.scheme_parameters = {{"bdp", reach}};
  End to = TwoComputers::open(lab.b, c);
  REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, c.psn_a, c.psn_b, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, c.psn_b, c.psn_a, lab.a.gids()[0]) == 0);
  lab.a.out.fate = [seen = 0](PacketPtr&) mutable {
    return ++seen == 1 ? std::vector<Ps>{} : std::vector<Ps>{TestWire::propagation};
  };
  from.fill(0, 16384, 4);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 16384)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll().size() == 1);
  CHECK(to.holds(0, 16384, 4));
  return counted["rdma.early_dropped"];
}

}  // namespace

TEST_CASE("early packets that the bitmap reaches are kept") { CHECK(beyond_bitmap(64) == 0); }

TEST_CASE("early packets beyond the bitmap are dropped and counted, and the message arrives all the same") {
  CHECK(beyond_bitmap(4) > 0);
}
