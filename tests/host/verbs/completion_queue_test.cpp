#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// Posts WRITEs numbered from `first` and waits for them.
void write_some(TwoComputers& lab, const End& from, const End& to, std::uint64_t first, int count) {
  for (int i = 0; i < count; ++i)
    REQUIRE(from.post(first + static_cast<std::uint64_t>(i), IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
}

void check_row(const std::vector<ibv_wc>& got, std::uint64_t first, std::size_t count) {
  REQUIRE(got.size() == count);
  for (std::size_t i = 0; i < count; ++i) CHECK(got[i].wr_id == first + i);
}

}  // namespace

TEST_CASE("a CQ that is made larger or smaller loses nothing and keeps the order") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  write_some(lab, from, to, 0, 20);
  ibv_wc wc;
  REQUIRE(ibv_poll_cq(from.cq, 1, &wc) == 1);
  const int size = GENERATE(32, 512);
  REQUIRE(ibv_resize_cq(from.cq, size) == 0);
  CHECK(from.cq->cqe == size);
  CHECK(ibv_resize_cq(from.cq, 1024) == EBUSY);  // what the first change left is not yet polled
  write_some(lab, from, to, 20, 10);
  check_row(from.poll(), 1, 29);
  for (std::uint64_t round = 0; round < 10; ++round) {  // laps of the new ring
    write_some(lab, from, to, 100, 30);
    check_row(from.poll(), 100, 30);
  }
  REQUIRE(ibv_resize_cq(from.cq, 64) == 0);
  write_some(lab, from, to, 7, 3);
  check_row(from.poll(), 7, 3);
}

TEST_CASE("a CQ is not made smaller than what stands in it") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  write_some(lab, from, to, 0, 20);
  CHECK(ibv_resize_cq(from.cq, 16) == EINVAL);
  CHECK(lab.a.context.refusal.rule == &refused_full_cq);
  CHECK(ibv_resize_cq(from.cq, 0) == EINVAL);
  check_row(from.poll(), 0, 20);
}

TEST_CASE("a CQ that nobody polls overruns: an event for it, its queue pairs in ERR, exactly full is not yet over") {
  TwoComputers lab;
  Connection c;
  c.cqe = 8;
  auto [from, to] = lab.connect(c);
  write_some(lab, from, to, 0, 8);
  ibv_async_event event;
  CHECK(ibv_get_async_event(&lab.a.context, &event) == -1);
  check_row(from.poll(), 0, 8);
  write_some(lab, from, to, 10, 9);
  REQUIRE(ibv_get_async_event(&lab.a.context, &event) == 0);
  CHECK(event.event_type == IBV_EVENT_CQ_ERR);
  CHECK(event.element.cq == from.cq);
  REQUIRE(ibv_get_async_event(&lab.a.context, &event) == 0);
  CHECK(event.event_type == IBV_EVENT_QP_FATAL);
  CHECK(event.element.qp == from.qp);
  ibv_qp_attr attr;
  REQUIRE(ibv_query_qp(from.qp, &attr, IBV_QP_STATE) == 0);
  CHECK(attr.qp_state == IBV_QPS_ERR);
  check_row(from.poll(), 10, 8);  // those that are there can still be read
}

TEST_CASE("an armed CQ fires for the next completion, once, what was there before does not count") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  write_some(lab, from, to, 0, 2);
  REQUIRE(ibv_req_notify_cq(from.cq, 0) == 0);
  REQUIRE(lab.settle());
  CHECK(from.cq->events == 0);
  write_some(lab, from, to, 2, 3);
  CHECK(from.cq->events == 1);
  write_some(lab, from, to, 5, 1);
  CHECK(from.cq->events == 1);
}

TEST_CASE("armed for solicited completions: an ordinary one is silent, a solicited or failed one fires") {
  const bool fails = GENERATE(false, true);
  TwoComputers lab;
  auto [from, to] = lab.connect();
  for (int i = 0; i < 3; ++i) REQUIRE(to.receive(7, 0, 64) == 0);
  REQUIRE(ibv_req_notify_cq(to.cq, 1) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(to.cq->events == 0);
  REQUIRE(from.post(2, IBV_WR_SEND, {from.sge(0, fails ? 100 : 8)}, to, 0, [&](ibv_send_wr& wr) {
    if (!fails) wr.send_flags |= IBV_SEND_SOLICITED;
  }) == 0);
  REQUIRE(lab.settle());
  CHECK(to.cq->events == 1);
}

TEST_CASE("moderation: one event for several completions, or after a while for fewer") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  ibv_modify_cq_attr attr;
  attr.attr_mask = IBV_CQ_ATTR_MODERATE;
  attr.moderate = {4, 50};
  REQUIRE(ibv_modify_cq(from.cq, &attr) == 0);
  REQUIRE(ibv_req_notify_cq(from.cq, 0) == 0);
  for (int i = 0; i < 3; ++i) REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  lab.timeline.run_until(lab.timeline.now() + 40'000'000);
  CHECK(from.poll().size() == 3);
  CHECK(from.cq->events == 0);
  lab.timeline.run_until(lab.timeline.now() + 20'000'000);
  CHECK(from.cq->events == 1);
  REQUIRE(ibv_req_notify_cq(from.cq, 0) == 0);
  for (int i = 0; i < 4; ++i) REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  lab.timeline.run_until(lab.timeline.now() + 20'000'000);
  CHECK(from.cq->events == 2);
  attr.attr_mask = 2;
  CHECK(ibv_modify_cq(from.cq, &attr) == EINVAL);
}
