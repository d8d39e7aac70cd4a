#include <algorithm>
#include <map>

#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios::test;

namespace {

/// Values of every signal in order, by "scope.name".
struct Signals : FactSink {
  void on_declare(SignalId id, const SignalDecl& decl) override { names[id.value] = decl.scope + "." + decl.name; }
  void on_change(const Change& c, Ps) override { values[names.at(c.signal.value)].push_back(c.value); }
  std::map<std::uint32_t, std::string> names;
  std::map<std::string, std::vector<std::uint64_t>> values;

  std::uint64_t most(const std::string& name) {
    std::uint64_t most = 0;
    for (const std::uint64_t v : values[name]) most = std::max(most, v);
    return most;
  }
  /// How often a row falls back to a lower value.
  std::size_t falls(const std::string& name) {
    const auto& v = values[name];
    std::size_t n = 0;
    for (std::size_t i = 1; i < v.size(); ++i) n += v[i] < v[i - 1];
    return n;
  }
};

/// One packet of 256 is lost.
void recover(Signals& rows, const std::string& scheme) {
  const auto result = run_lanes({{"rdma", "rdma"}},
                                {{"message.size", "256KiB"},
                                 {"rdma.scheme", scheme},
                                 {"rdma.timeout", "8"},
                                 {"network.faults.gap.trigger", "exact"},
                                 {"network.faults.gap.effect", "drop"},
                                 {"network.faults.gap.psn", "20"}},
                                {&rows});
  CHECK(result.lane("rdma").payload_intact);
  // ePSN ends behind the last packet, whatever happened between.
  const auto& epsn = rows.values["rdma.peer.qp0.epsn"];
  const auto& psn = rows.values["rdma.local.qp0.sq_psn"];
  REQUIRE_FALSE(epsn.empty());
  CHECK(epsn.back() == *std::max_element(psn.begin(), psn.end()) + 1);
  CHECK(rows.most("rdma.local.qp0.rewind") == 1);
  CHECK(rows.values["rdma.local.qp0.rewind"].back() == 0);
}

}  // namespace

TEST_CASE("rows of a recovery, go-back-N: the NAK, one step back, no bitmap") {
  Signals rows;
  recover(rows, "go_back_n");
  CHECK(rows.most("rdma.peer.qp0.nak") == 1);
  CHECK(rows.values["rdma.peer.qp0.nak"].back() == 0);
  CHECK(rows.falls("rdma.local.qp0.sq_psn") == 1);
  CHECK(rows.falls("rdma.peer.qp0.epsn") == 0);
  CHECK(rows.most("rdma.peer.qp0.bitmap") == 0);
}

TEST_CASE("rows of a recovery, go-back-0: the receiver steps back, too") {
  Signals rows;
  recover(rows, "go_back_0");
  CHECK(rows.falls("rdma.local.qp0.sq_psn") == 1);
  CHECK(rows.falls("rdma.peer.qp0.epsn") == 1);
}

TEST_CASE("rows of a recovery, IRN: the bitmap fills from its lowest bit and empties") {
  Signals rows;
  recover(rows, "irn");
  const auto& bitmap = rows.values["rdma.peer.qp0.bitmap"];
  REQUIRE(bitmap.size() > 4);
  CHECK(bitmap[1] == 1);
  CHECK(bitmap[2] == 3);
  CHECK(bitmap.back() == 0);
}

TEST_CASE("rows of a recovery, RACK: the bitmap, and one packet again") {
  Signals rows;
  recover(rows, "rack");
  CHECK(rows.most("rdma.peer.qp0.bitmap") > 1);
}

TEST_CASE("rows of a recovery, timeout only: no NAK, one step back") {
  Signals rows;
  recover(rows, "timeout_only");
  CHECK(rows.most("rdma.peer.qp0.nak") == 0);
  CHECK(rows.falls("rdma.local.qp0.sq_psn") == 1);
}
