#include "waves/rows/rows.h"
#include "support/catch.h"
#include "waves/rows/ascii.h"

using namespace rocelab;
using waves::Row;

namespace {

struct Bench {
  Roster roster;
  LaneId tcp = roster.add(Roster::Lane{"tcp"});
  LaneId rdma = roster.add(Roster::Lane{"rdma"});
  HostId tcp_local = roster.add(Roster::Host{tcp, "local"});
  HostId rdma_local = roster.add(Roster::Host{rdma, "local"});
  waves::Rows rows{roster};
};

const SignalDecl::Kind bits = SignalDecl::Kind::bits, state = SignalDecl::Kind::state;

}  // namespace

TEST_CASE("a signal is of the lane and host that its scope begins with") {
  Bench b;
  b.rows.declare(SignalId{0}, {"rdma.local.qp17", "epsn", bits, 24});
  b.rows.declare(SignalId{1}, {"rdma.network.sw0", "queue", bits, 8});
  b.rows.declare(SignalId{2}, {"rdmax.local", "flag", bits, 1});
  b.rows.settle();
  CHECK(b.rows[0].lane == b.rdma);
  CHECK(b.rows[0].host == b.rdma_local);
  CHECK(b.rows[0].reference() == "rdma.local.qp17.epsn[23:0]");
  CHECK(b.rows[1].lane == b.rdma);
  CHECK(b.rows[1].host == no_host);
  CHECK(b.rows[2].lane == no_lane);
  CHECK(b.rows[2].reference() == "rdmax.local.flag");
}

TEST_CASE("a stage row is named as the lesson numbers it") {
  Bench b;
  static constexpr Stage numbered{"tcp.2", Unit::cpu, "COPY_user_to_socket"},
      named{"rdma.doorbell", Unit::nic, "DOORBELL"}, plain{"wire", Unit::wire, "wire"};
  b.rows.declare(numbered, b.tcp, b.tcp_local);
  b.rows.declare(named, b.rdma, b.rdma_local);
  b.rows.declare(plain, b.rdma, no_host);
  b.rows.declare(plain, b.rdma, no_host);
  b.rows.settle();
  CHECK(b.rows[0].reference() == "tcp.local.stage2_COPY_user_to_socket[1:0]");
  CHECK(b.rows[1].reference() == "rdma.local.stage_doorbell[1:0]");
  CHECK(b.rows[2].reference() == "rdma.network.wire[1:0]");
  CHECK(b.rows[3].role == Row::Role::lesson);

  static constexpr Stage same_id{"tcp.2", Unit::cpu, "COPY_user_to_socket"};
  CHECK(b.rows.of(same_id, b.tcp, b.tcp_local) == 0);
  CHECK(b.rows.of(numbered, b.rdma, b.rdma_local) == waves::no_row);
}

TEST_CASE("a state row has room for its words and at least two bits") {
  Bench b;
  b.rows.declare(SignalId{0}, {"tcp", "two", state, 1, {"no", "yes"}});
  b.rows.declare(SignalId{1}, {"tcp", "five", state, 1, {"a", "b", "c", "d", "e"}});
  b.rows.declare(SignalId{2}, {"tcp", "spaced", state, 4, {"not ready", "größe"}});
  CHECK(b.rows[0].width == 2);
  CHECK(b.rows[1].width == 3);
  CHECK(b.rows[2].width == 4);
  CHECK(b.rows[2].words == std::vector<std::string>{"not_ready", "gr??e"});
  CHECK_THROWS_WITH(b.rows.declare(SignalId{3}, {"tcp", "wide", bits, 65}), Contains("tcp.wide has 65 bits"));
}

TEST_CASE("two rows of one name are refused, and one that comes after the start") {
  Bench b;
  b.rows.declare(SignalId{0}, {"tcp.local", "a b", bits, 8});
  SECTION("twins, after cleaning") {
    b.rows.declare(SignalId{1}, {"tcp.local", "a_b", bits, 8});
    CHECK_THROWS_WITH(b.rows.settle(), Contains("two rows are named tcp.local.a_b"));
  }
  SECTION("late") {
    b.rows.settle();
    CHECK_THROWS_WITH(b.rows.declare(SignalId{1}, {"tcp.local", "late", bits, 8}),
                      Contains("tcp.local.late is declared after"));
  }
}

TEST_CASE("ports of hosts have rows for both directions, those of a switch none") {
  Bench b;
  const PortId nic = b.roster.add(Roster::Port{b.rdma, b.rdma_local, "rdma.local.port0"});
  const PortId sw = b.roster.add(Roster::Port{b.rdma, no_host, "rdma.sw.port0"});
  b.rows.settle();
  CHECK(b.rows[b.rows.frames(nic, true)].path() == "rdma.local.port0.tx");
  CHECK(b.rows[b.rows.frames(nic, false)].path() == "rdma.local.port0.rx");
  CHECK(b.rows.frames(sw, true) == waves::no_row);
}

TEST_CASE("words become what a VCD can hold") {
  CHECK(waves::one_word("copy user -> socket") == "copy_user_->_socket");
  CHECK(waves::one_word("µs ≤ 3") == "?s_?_3");
  CHECK(waves::one_word("") == "-");
  CHECK(waves::identifier("qp 17/a") == "qp_17_a");
}
