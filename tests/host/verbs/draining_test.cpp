#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

int move(const End& end, ibv_qp_state state, unsigned more = 0) {
  ibv_qp_attr attr;
  attr.qp_state = state;
  attr.en_sqd_async_notify = 1;
  return ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | more);
}

ibv_qp_attr query(const End& end) {
  ibv_qp_attr attr;
  REQUIRE(ibv_query_qp(end.qp, &attr, ~0u) == 0);
  return attr;
}

std::vector<std::string> events(Computer& computer) {
  std::vector<std::string> names;
  ibv_async_event event;
  while (ibv_get_async_event(&computer.context, &event) == 0) names.emplace_back(ibv_event_type_str(event.event_type));
  return names;
}

}  // namespace

TEST_CASE("SQD finishes what was begun, tells when it is done, and holds back the rest until RTS") {
  const ibv_qp_type type = GENERATE(IBV_QPT_RC, IBV_QPT_UC);
  TwoComputers lab(rnic::Profile::named("cx5"));  // its pipeline takes in 32 KiB ahead of the wire, the ideal one everything
  Connection c;
  c.type = type;
  auto [from, to] = lab.connect(c);
  from.fill(0, 100000, 1);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 100000)}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 100)}, to, 150000) == 0);
  lab.timeline.run_until(lab.timeline.now() + 3'000'000);  // in the middle of the first message
  REQUIRE(move(from, IBV_QPS_SQD, IBV_QP_EN_SQD_ASYNC_NOTIFY) == 0);
  CHECK(query(from).qp_state == IBV_QPS_SQD);
  CHECK(query(from).sq_draining == 1);
  CHECK(events(lab.a).empty());
  REQUIRE(lab.settle());
  CHECK(query(from).sq_draining == 0);
  CHECK(events(lab.a) == std::vector<std::string>{"SQ_DRAINED"});
  CHECK(to.holds(0, 100000, 1));
  CHECK(to.octets(150000, 1)[0] == 0);
  REQUIRE(from.post(3, IBV_WR_RDMA_WRITE, {from.sge(0, 100)}, to, 160000) == 0);
  REQUIRE(lab.settle());
  auto done = from.poll();
  REQUIRE(done.size() == 1);
  REQUIRE(move(from, IBV_QPS_RTS) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll().size() == 2);
  CHECK(to.holds(150000, 100, 1));
  CHECK(to.holds(160000, 100, 1));
}

TEST_CASE("SQD without the wish for an event raises none") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(move(from, IBV_QPS_SQD) == 0);
  REQUIRE(lab.settle());
  CHECK(events(lab.a).empty());
  CHECK(query(to).qp_state == IBV_QPS_RTS);
}

TEST_CASE("SQD keeps receiving, and a new path set in it is taken") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(move(from, IBV_QPS_SQD) == 0);
  to.fill(0, 64, 2);
  REQUIRE(to.post(9, IBV_WR_RDMA_WRITE, {to.sge(0, 64)}, from) == 0);
  REQUIRE(lab.settle());
  CHECK(from.holds(0, 64, 2));
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_SQD;
  attr.ah_attr.grh.dgid = lab.b.gids()[0];
  attr.ah_attr.grh.hop_limit = 3;
  REQUIRE(ibv_modify_qp(from.qp, &attr, IBV_QP_STATE | IBV_QP_AV) == 0);
  std::set<int> ttl;
  lab.a.out.fate = [&](PacketPtr& p) {
    ttl.insert(p->data[14 + 8]);
    return std::vector<Ps>{TestWire::propagation};
  };
  REQUIRE(move(from, IBV_QPS_RTS) == 0);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(ttl == std::set<int>{3});
}
