#include "tlm/wire/ipv4.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// What a switch does to a packet that has waited too long (RFC 3168).
void mark(PacketPtr& packet) {
  std::uint8_t* ip = packet->data + wire::EthernetHeader::size;
  ip[1] |= static_cast<std::uint8_t>(wire::Ecn::ce);
  wire::put16(ip + 10, 0);
  wire::put16(ip + 10, wire::Ipv4Header::checksum_of(ip));
}

struct Congested : TwoComputers {
  std::vector<wire::Bth> seen;
  std::vector<Qpn> told;

  Congested() {
    a.out.fate = [](PacketPtr& p) { return mark(p), std::vector<Ps>{TestWire::propagation}; };
    b.out.fate = [this](PacketPtr& p) {
      const auto view = wire::RoceView::parse(*p);
      if (view.bth.opcode == wire::Opcode::cnp) {
        seen.push_back(view.bth);
        CHECK(wire::icrc_ok(*p));
      }
      return std::vector<Ps>{TestWire::propagation};
    };
    a.engine.on_cnp([this](Qpn q) { told.push_back(q); });
  }
};

}  // namespace

TEST_CASE("a marked packet brings its sender one CNP, and further ones no sooner than the interval") {
  Congested lab;
  auto [from, to] = lab.connect();
  for (std::uint64_t i = 0; i < 8; ++i) from.post(i, IBV_WR_RDMA_WRITE, {from.sge(0, 4000)}, to);
  REQUIRE(lab.settle());
  REQUIRE(lab.seen.size() == 1);
  CHECK(lab.seen[0].becn);
  CHECK(lab.seen[0].destination.value == from.qp->qp_num);
  CHECK(lab.told == std::vector<Qpn>{Qpn{from.qp->qp_num}});
  CHECK(from.poll().size() == 8);
  lab.timeline.run_until(lab.timeline.now() + 50'000'000);
  from.post(9, IBV_WR_RDMA_WRITE, {from.sge(0, 4000)}, to);
  REQUIRE(lab.settle());
  CHECK(lab.told.size() == 2);
}

TEST_CASE("every queue pair has an interval of its own") {
  Congested lab;
  auto [from, to] = lab.connect();
  auto [other, far] = lab.connect();
  from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to);
  other.post(1, IBV_WR_RDMA_WRITE, {other.sge(0, 64)}, far);
  REQUIRE(lab.settle());
  CHECK(lab.told.size() == 2);
}

TEST_CASE("packets that are not marked bring no CNP") {
  Congested lab;
  lab.a.out.fate = [](PacketPtr&) { return std::vector<Ps>{TestWire::propagation}; };
  auto [from, to] = lab.connect();
  from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 64)}, to);
  REQUIRE(lab.settle());
  CHECK(lab.told.empty());
}
