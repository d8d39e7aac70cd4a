#include <algorithm>

#include "tlm/wire/icrc.h"
#include "tlm/wire/roce_frame.h"
#include "two_computers.h"

/// Public reports of people who met these faults, shown on two connected queue pairs: docs/field_reports.md.
using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;
using wire::Opcode;

namespace {

struct Request {
  Opcode opcode;
  std::uint32_t psn, payload;
  bool operator==(const Request& o) const { return opcode == o.opcode && psn == o.psn && payload == o.payload; }
};

/// What leaves computer a is noted; it arrives if `arrives`.
std::vector<Request>& watch(TwoComputers& lab, std::vector<Request>& seen, bool arrives = true) {
  lab.a.out.fate = [&seen, arrives](PacketPtr& p) {
    const wire::RoceView v = wire::RoceView::parse(*p);
    seen.push_back({v.bth.opcode, v.bth.psn.value(), v.payload_length});
    return arrives ? std::vector<Ps>{TestWire::propagation} : std::vector<Ps>{};
  };
  return seen;
}

constexpr auto inlined = [](ibv_send_wr& wr) { wr.send_flags |= IBV_SEND_INLINE; };

}  // namespace

// Field report 2, SoftRoCE/rxe-dev PR 44: with a pad the ICRC stood in the wrong place.
TEST_CASE("a SEND of one to five octets is padded to words, and the ICRC stands behind the pad") {
  const std::uint32_t bytes = GENERATE(1u, 2u, 3u, 4u, 5u);
  TwoComputers lab;
  auto [from, to] = lab.connect();
  from.fill(0, bytes, 5);
  REQUIRE(to.receive(9, 0, 8) == 0);
  std::uint32_t pad = 99, icrc_at = 0;
  bool right = false, covered = false;
  lab.a.out.fate = [&](PacketPtr& p) {
    wire::write_icrc(*p);
    const wire::RoceView v = wire::RoceView::parse(*p);
    pad = v.bth.pad;
    icrc_at = 14 + 20 + 8 + wire::Bth::size + v.payload_length + pad;
    const std::uint32_t crc = wire::icrc(p->data + 14, icrc_at + wire::icrc_size - 14);
    right = true;
    for (int i = 0; i < 4; ++i) right &= static_cast<std::uint8_t>(crc >> 8 * i) == p->data[icrc_at + i];
    if (pad > 0) {
      p->data[icrc_at - 1] ^= 1;
      covered = wire::icrc(p->data + 14, icrc_at + wire::icrc_size - 14) != crc;
      p->data[icrc_at - 1] ^= 1;
    }
    return std::vector<Ps>{TestWire::propagation};
  };
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, bytes)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(pad == (4 - bytes % 4) % 4);
  CHECK(right);
  CHECK(covered == (pad > 0));
  CHECK(to.holds(0, bytes, 5));
}

// Field report 4, rdma-core 7ea3170df (bnxt_re): the PSN was not counted up for messages of no octets.
TEST_CASE("messages of no octets take a PSN each") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  std::vector<Request> seen;
  watch(lab, seen);
  REQUIRE(to.receive(9, 0, 0) == 0);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_SEND, {}, to) == 0);
  REQUIRE(from.post(3, IBV_WR_RDMA_READ, {}, to) == 0);
  REQUIRE(from.post(4, IBV_WR_RDMA_WRITE, {from.sge(0, 4)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(seen == std::vector<Request>{{Opcode::write_only, 0x100, 0},
                                     {Opcode::send_only, 0x101, 0},
                                     {Opcode::read_request, 0x102, 0},
                                     {Opcode::write_only, 0x103, 4}});
}

// Field report 7, SoftRoCE/rxe-dev issue 76: a WRITE longer than the MTU failed.
TEST_CASE("a WRITE around one and two MTUs is cut into ONLY or FIRST and MIDDLE and LAST") {
  using Cut = std::vector<std::pair<Opcode, std::uint32_t>>;
  const auto [bytes, wanted] = GENERATE(table<std::uint32_t, Cut>({
      {1023, {{Opcode::write_only, 1023}}},
      {1024, {{Opcode::write_only, 1024}}},
      {1025, {{Opcode::write_first, 1024}, {Opcode::write_last, 1}}},
      {2048, {{Opcode::write_first, 1024}, {Opcode::write_last, 1024}}},
      {2049, {{Opcode::write_first, 1024}, {Opcode::write_middle, 1024}, {Opcode::write_last, 1}}},
  }));
  TwoComputers lab;
  auto [from, to] = lab.connect();
  std::vector<Request> seen;
  watch(lab, seen);
  from.fill(0, bytes, 5);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, bytes)}, to) == 0);
  REQUIRE(lab.settle());
  Cut cut;
  for (const Request& r : seen) cut.emplace_back(r.opcode, r.payload);
  CHECK(cut == wanted);
  CHECK(to.holds(0, bytes, 5));
}

// Field report 9, rdma-core 5e1f08489 and 1e8ed0aff (rxe): inline data went out as zeros, a list's length was not
// summed.
TEST_CASE("inline data of several elements goes out whole, and the sum of a list is what is limited") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  std::vector<Request> seen;
  watch(lab, seen);
  from.fill(0, 120, 3);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 60), from.sge(60, 60)}, to, 0, inlined) == 0);
  REQUIRE(lab.settle());
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].payload == 120);
  CHECK(to.holds(0, 120, 3));
  CHECK(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 100), from.sge(100, 100)}, to, 0, inlined) == EINVAL);
  CHECK(lab.a.context.refusal.rule == &refused_inline);
}

// Field report 10, rdma-core 406cd2ad0 (rxe): the length of a list was taken for so many times its first element.
TEST_CASE("a list of unequal elements is as long as their sum") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  std::vector<Request> seen;
  watch(lab, seen);
  from.fill(0, 111, 3);
  REQUIRE(to.receive(9, 0, 200) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 4), from.sge(4, 100), from.sge(104, 7)}, to) == 0);
  REQUIRE(lab.settle());
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].payload == 111);
  CHECK(to.holds(0, 111, 3));
  const auto done = from.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].status == IBV_WC_SUCCESS);
}

// Field report 12, spdk/spdk issue 2261: the ninth READ met a responder that had agreed to eight.
TEST_CASE("no more READs are on the wire than max_rd_atomic, the next when one is done") {
  TwoComputers lab;
  Connection c;
  c.rd_atomic = 8;
  c.timeout = 20;  // nobody asks again while this test looks
  auto [from, to] = lab.connect(c);
  std::vector<Request> seen;
  SECTION("a silent responder") {
    watch(lab, seen, false);
    for (std::uint64_t i = 0; i < 16; ++i) REQUIRE(from.post(i, IBV_WR_RDMA_READ, {from.sge(8 * i, 8)}, to) == 0);
    lab.timeline.run_until(lab.timeline.now() + 1'000'000'000);
    CHECK(seen.size() == 8);
  }
  SECTION("one that answers") {
    watch(lab, seen);
    for (std::uint64_t i = 0; i < 16; ++i) REQUIRE(from.post(i, IBV_WR_RDMA_READ, {from.sge(8 * i, 8)}, to) == 0);
    REQUIRE(lab.settle());
    CHECK(seen.size() == 16);
    for (const ibv_wc& wc : from.poll()) CHECK(wc.status == IBV_WC_SUCCESS);
  }
}

// Situation 16, linux-rdma/perftest #114: out_reads beyond what the device has; the modify failed and nobody said why.
TEST_CASE("max_rd_atomic beyond the device is refused with the attribute, the value and the limit") {
  TwoComputers lab;
  Connection c;
  c.rd_atomic = 17;
  End end = TwoComputers::open(lab.a, c);
  CHECK(TwoComputers::climb(end, c, 5, 0, 0, lab.b.gids()[0]) == EINVAL);
  const Refusal& why = lab.a.context.refusal;
  CHECK(why.rule == &refused_value);
  const auto value = [&](std::string_view name) {
    for (const auto& [key, v] : why.values) {
      if (key == name) return v;
    }
    return std::uint64_t{0};
  };
  CHECK(value("given") == 17);
  CHECK(value("highest") == 16);
}

// Situation 17, linux-rdma/perftest #295: ping works, the peer's QP has not reached RTR.
TEST_CASE("a peer whose QP is below RTR is asked seven times more, then the rest is flushed") {
  TwoComputers lab;
  const Connection c;
  End from = TwoComputers::open(lab.a, c), to = TwoComputers::open(lab.b, c);
  REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, c.psn_a, c.psn_b, lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, c.psn_b, c.psn_a, lab.a.gids()[0], IBV_QPS_INIT) == 0);
  std::vector<Request> seen;
  watch(lab, seen);
  for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(from.post(i, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(std::count_if(seen.begin(), seen.end(), [](const Request& r) { return r.psn == 0x100; }) == 1 + 7);
  CHECK(lab.b.out.frames == 0);
  const auto done = from.poll();
  REQUIRE(done.size() == 3);
  CHECK(done[0].status == IBV_WC_RETRY_EXC_ERR);
  CHECK(done[1].status == IBV_WC_WR_FLUSH_ERR);
  CHECK(done[2].status == IBV_WC_WR_FLUSH_ERR);
  CHECK(from.qp->state == IBV_QPS_ERR);
}
