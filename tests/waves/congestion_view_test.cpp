#include <algorithm>
#include <list>
#include <memory>

#include "support/catch.h"
#include "waves/gtkwave/layout.h"
#include "waves/gtkwave/network_signs.h"

using namespace rocelab;
using waves::Line;
using waves::RowIndex;
using Kind = SignalDecl::Kind;
using Texts = std::vector<std::string>;

namespace {

/// Lanes of two hosts with a path of eight stages that all went, and the rows of a switch that serves them.
struct Bench {
  Roster roster;
  std::list<Stage> stages;
  std::list<std::string> ids;
  std::vector<LaneId> lanes;
  std::unique_ptr<waves::Rows> rows;
  std::unique_ptr<waves::Activity> activity;
  std::uint32_t signals = 0;

  explicit Bench(const Texts& names) {
    for (const auto& name : names) {
      lanes.push_back(roster.add(Roster::Lane{name}));
      for (const char* host : {"local", "peer"}) roster.add(Roster::Host{lanes.back(), host});
    }
    rows = std::make_unique<waves::Rows>(roster);
    for (int i = 1; i <= 8; ++i) {
      ids.push_back("rdma." + std::to_string(i));
      stages.push_back({ids.back(), Unit::nic, "work"});
      for (std::uint16_t lane = 0; lane < lanes.size(); ++lane)
        rows->declare(stages.back(), lanes[lane], HostId{static_cast<std::uint16_t>(2 * lane)});
    }
    for (const auto& name : names) {
      for (const char* port : {"port0", "port1", "port2"}) {
        declare({name + ".network.sw0." + port, "p3_xoff", Kind::state, 1, {"xon", "XOFF"}, Unit::switching});
        declare({name + ".network.sw0." + port, "queue_bytes", Kind::bits, 32, {}, Unit::wire});
      }
      declare({name + ".local.port0", "p3_paused", Kind::state, 1, {"open", "paused"}, Unit::switching});
      declare({name + ".peer.nic", "rx_buffer", Kind::bits, 32, {}, Unit::nic});
      declare({name + ".local.qp0", "rate_mbps", Kind::bits, 20, {}, Unit::nic});
    }
    rows->settle();
    activity = std::make_unique<waves::Activity>(*rows);
    Ps t = 0;
    for (RowIndex i = 0; i < rows->size(); ++i) {
      if ((*rows)[i].role == waves::Row::Role::stage) activity->saw(i, t += 10);
    }
  }

  void declare(const SignalDecl& decl) { rows->declare(SignalId{signals++}, decl); }

  void saw(const std::string& path, Ps t, std::uint64_t value = 1) {
    for (RowIndex i = 0; i < rows->size(); ++i) {
      if ((*rows)[i].path() == path) return activity->saw(i, t, no_flow, value);
    }
    throw std::logic_error("no row " + path);
  }

  /// What a lane has to tell of congestion.
  Texts signs(std::size_t lane) const {
    Texts paths;
    for (const RowIndex i : waves::network_signs(lanes[lane], *rows, *activity)) paths.push_back((*rows)[i].path());
    return paths;
  }

  waves::Lines view() const { return lay_out(*rows, *activity, {}); }

  /// Aliases and titles that are seen without a click.
  Texts open_lines() const {
    Texts texts;
    bool closed = false;
    for (const Line& line : view()) {
      if (!closed && line.kind != Line::Kind::end_group) texts.push_back(line.text);
      if (line.kind == Line::Kind::closed_group) closed = true;
      if (line.kind == Line::Kind::end_group) closed = false;
    }
    return texts;
  }
};

bool has(const Texts& texts, const std::string& text) { return std::count(texts.begin(), texts.end(), text) > 0; }

}  // namespace

TEST_CASE("the first XOFF and pause, the fullest queue and a sender's rate tell of congestion") {
  Bench b({"pfc"});
  b.saw("pfc.network.sw0.port1.p3_xoff", 300);
  b.saw("pfc.network.sw0.port0.p3_xoff", 200);
  b.saw("pfc.network.sw0.port2.p3_xoff", 400);
  b.saw("pfc.local.port0.p3_paused", 250);
  b.saw("pfc.network.sw0.port1.queue_bytes", 100, 90'000);
  b.saw("pfc.network.sw0.port2.queue_bytes", 100, 70'000);
  b.saw("pfc.local.qp0.rate_mbps", 150, 50'000);
  b.saw("pfc.local.qp0.rate_mbps", 500, 25'000);
  CHECK(b.signs(0) == Texts{"pfc.network.sw0.port0.p3_xoff", "pfc.local.port0.p3_paused",
                            "pfc.network.sw0.port1.queue_bytes", "pfc.local.qp0.rate_mbps",
                            "pfc.network.sw0.port1.p3_xoff"});
}

TEST_CASE("a receive buffer that fills tells of congestion, one that passes frames on does not") {
  Bench b({"full", "calm"});
  b.saw("full.peer.nic.rx_buffer", 100, 130'000);
  b.saw("calm.peer.nic.rx_buffer", 100, 9'000);
  CHECK(b.signs(0) == Texts{"full.peer.nic.rx_buffer"});
  CHECK(b.signs(1).empty());
}

TEST_CASE("a queue that passes frames on as they come and a rate that stays tell of nothing") {
  Bench b({"calm"});
  b.saw("calm.local.qp0.rate_mbps", 150, 50'000);
  b.saw("calm.network.sw0.port1.queue_bytes", 100, 9'000);
  CHECK(b.signs(0).empty());
  CHECK_FALSE(has(b.open_lines(), "sw0 port1 queue_bytes"));
}

TEST_CASE("what tells of congestion comes up to the first screen, beside the stages where both fit") {
  Bench b({"pfc"});
  b.saw("pfc.network.sw0.port0.p3_xoff", 200);
  b.saw("pfc.local.port0.p3_paused", 250);
  const Texts open = b.open_lines();
  CHECK(has(open, "sw0 port0 p3_xoff"));
  CHECK(has(open, "port0 p3_paused  @local"));
  CHECK(has(open, "1 work  @local"));
  std::size_t named = 0;
  for (const Line& line : b.view()) named += line.text == "sw0 port0 p3_xoff" ? 1 : 0;
  CHECK(named == 1);  // and no longer among the queues and lines
}

TEST_CASE("stages of congested lanes fold where they would push what tells of congestion off the screen") {
  Bench b({"bare", "tuned", "late", "calm"});
  for (const char* lane : {"bare.", "tuned.", "late."}) {
    const std::string name(lane);
    b.saw(name + "network.sw0.port0.p3_xoff", 200);
    b.saw(name + "network.sw0.port1.p3_xoff", 210);
    b.saw(name + "local.port0.p3_paused", 250);
    b.saw(name + "local.qp0.rate_mbps", 150, 50'000);
    b.saw(name + "local.qp0.rate_mbps", 500, 25'000);
  }
  const Texts open = b.open_lines();
  CHECK(std::count(open.begin(), open.end(), "sw0 port0 p3_xoff") == 3);
  CHECK(std::count(open.begin(), open.end(), "port0 p3_paused  @local") == 3);
  CHECK(std::count(open.begin(), open.end(), "1 work  @local") == 1);  // of the lane that is not congested
  CHECK(has(open, "bare: stages (open me)"));
  CHECK(has(open, "tuned: stages (open me)"));
  CHECK_FALSE(has(open, "calm: stages (open me)"));
  CHECK(waves::visible(b.view()) <= 41);
}

TEST_CASE("a run without congestion folds its stages only where its lanes are too many for one screen") {
  const Texts two = Bench({"a", "b"}).open_lines();
  CHECK(std::count(two.begin(), two.end(), "8 work  @local") == 2);
  const Texts six = Bench({"a", "b", "c", "d", "e", "f"}).open_lines();
  CHECK(std::count(six.begin(), six.end(), "8 work  @local") == 0);
  CHECK(std::count(six.begin(), six.end(), "f: stages (open me)") == 1);
}

TEST_CASE("of several flows the path shows where the first one went") {
  Bench b({"pfc"});
  const Stage& last = b.stages.back();
  waves::Rows rows(b.roster);
  for (const std::uint16_t host : {0, 1}) rows.declare(last, b.lanes[0], HostId{host});
  rows.settle();
  waves::Activity activity(rows);
  activity.saw(0, 100, FlowId{1});
  activity.saw(1, 200, FlowId{0});
  const waves::Lines lines = lay_out(rows, activity, {});
  std::string first;
  for (const Line& line : lines) {
    if (first.empty() && line.kind == Line::Kind::row) first = line.text;
  }
  CHECK(first == "8 work  @peer");
}
