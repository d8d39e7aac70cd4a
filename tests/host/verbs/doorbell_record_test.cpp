#include "counted.h"
#include "hw/rnic/abi.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

struct Lab : TwoComputers {
  explicit Lab(const rnic::Profile& p) : TwoComputers(p) {
    probe.attach(counted);
    from.fill(0, 4096, 3);
  }
  void write(unsigned n) { REQUIRE(from.post(n, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to, n * 64) == 0); }
  Counted counted;
  std::pair<End, End> ends = connect();
  End &from = ends.first, &to = ends.second;
};

rnic::Profile keeps_doorbells(std::uint32_t n) {
  rnic::Profile p;
  p.doorbell = 10;  // so that the next one comes before the first is parsed
  p.doorbell_queue = n;
  return p;
}

}  // namespace

TEST_CASE("a doorbell that finds no room is recovered from its record") {
  Lab lab(keeps_doorbells(1));
  for (unsigned n = 0; n < 6; ++n) lab.write(n);
  REQUIRE(lab.settle());
  CHECK(lab.from.poll().size() == 6);
  CHECK(lab.counted["rdma.doorbells_dropped"] == 5);
  CHECK(lab.counted["rdma.doorbells_recovered"] == 1);  // one reading tells of all five
  for (unsigned n = 0; n < 6; ++n) CHECK(lab.to.holds(n * 64, 64, 3));
}

TEST_CASE("with room for every doorbell no record is read") {
  Lab lab(keeps_doorbells(8));
  for (unsigned n = 0; n < 6; ++n) lab.write(n);
  REQUIRE(lab.settle());
  CHECK(lab.from.poll().size() == 6);
  CHECK(lab.counted["rdma.doorbells_dropped"] == 0);
  CHECK(lab.counted["rdma.doorbells_recovered"] == 0);
}

TEST_CASE("a record that says less than a doorbell did takes nothing back") {
  Lab lab(keeps_doorbells(1));
  lab.write(0), lab.write(1);
  lab.write(2);
  REQUIRE(lab.settle());
  lab.write(3);  // its own doorbell gets through: the record has nothing new
  REQUIRE(lab.settle());
  CHECK(lab.from.poll().size() == 4);
}

TEST_CASE("a queue pair that begins anew has an empty record") {
  Lab lab(keeps_doorbells(1));
  for (unsigned n = 0; n < 3; ++n) lab.write(n);
  REQUIRE(lab.settle());
  CHECK(lab.from.poll().size() == 3);
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_RESET;
  REQUIRE(ibv_modify_qp(lab.from.qp, &attr, IBV_QP_STATE) == 0);
  std::uint8_t record[rnic::abi::DoorbellRecord::bytes];
  lab.a.memory.load(lab.from.qp->record.at, record, sizeof record);
  CHECK(rnic::abi::DoorbellRecord::decode(record).sent == 0);
}

namespace {

/// A computer whose receive doorbells are lost on their way.
std::uint64_t rnr_naks(bool records) {
  rnic::Profile p;
  p.receive_records = records;
  Lab lab(p);
  // The ring and the record say that there is one; the NIC has not been told.
  const std::uint32_t before = lab.to.qp->recv_posted;
  lab.b.doorbells_lost = true;
  REQUIRE(lab.to.receive(9, 1024, 64) == 0);
  lab.b.doorbells_lost = false;
  CHECK(lab.to.qp->recv_posted == before + 1);
  REQUIRE(lab.from.post(1, IBV_WR_SEND, {lab.from.sge(0, 64)}, lab.to) == 0);
  lab.settle(1'000'000'000);
  if (records) {
    CHECK(lab.to.poll().size() == 1);
    CHECK(lab.counted["rdma.doorbells_recovered"] == 1);
  }
  const std::uint64_t naks = lab.counted["rnr_naks"];
  if (!records) REQUIRE(lab.to.receive(10, 2048, 64) == 0);
  REQUIRE(lab.settle());
  return naks;
}

}  // namespace

TEST_CASE("a receive whose doorbell is lost is found in the record before an RNR NAK is sent") {
  CHECK(rnr_naks(true) == 0);
}

TEST_CASE("without records a receive whose doorbell is lost is not there") { CHECK(rnr_naks(false) > 0); }

TEST_CASE("an empty queue is still answered with an RNR NAK, once its record has been read") {
  rnic::Profile p;
  p.receive_records = true;
  Lab lab(p);
  REQUIRE(lab.from.post(1, IBV_WR_SEND, {lab.from.sge(0, 64)}, lab.to) == 0);
  lab.settle(100'000'000);
  CHECK(lab.counted["rnr_naks"] > 0);
  REQUIRE(lab.to.receive(9, 1024, 64) == 0);
  REQUIRE(lab.settle());
  CHECK(lab.to.poll().size() == 1);
}
