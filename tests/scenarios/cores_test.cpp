#include "scenarios/config/settings.h"
#include "scenarios/input_error.h"
#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

const std::vector<std::pair<std::string, std::string>> tcp{{"tcp", "kernel_tcp"}};

LaneSettings settings(const Keys& keys, const std::string& path = "kernel_tcp") {
  return resolve(scenario_of({{"lane", path}}, keys).config, "lane");
}

}  // namespace

TEST_CASE("left alone a host has a core for each program, and the first is interrupted") {
  const CoreSettings c = settings({}).cores;
  CHECK(c.of(0) == 1);
  CHECK(c.of(3) == 3);
  CHECK(c.irq == std::vector<std::size_t>{0});
  CHECK(c.of_program(2, 3) == 2);
}

TEST_CASE("a host grows to the cores that are interrupted and those that its programs begin at") {
  CHECK(settings({{"nic.queues", "4"}}).cores.of(1) == 4);
  CHECK(settings({{"nic.irq_cores", "5"}}).cores.of(1) == 6);
  CHECK(settings({{"host.program_core", "2"}}).cores.of(2) == 4);
}

TEST_CASE("with fewer cores than queues or programs they take turns") {
  const CoreSettings c = settings({{"host.cores", "2"}, {"nic.queues", "3"}, {"host.program_core", "1"}}).cores;
  CHECK(c.irq == std::vector<std::size_t>{0, 1, 0});
  CHECK(c.of_program(0, 2) == 1);
  CHECK(c.of_program(1, 2) == 0);
}

TEST_CASE("a core that a host does not have is refused with the last it has") {
  CHECK_THROWS_WITH(settings({{"host.cores", "2"}, {"nic.irq_cores", "0-2"}}), Contains("core 2, the last is 1"));
  CHECK_THROWS_WITH(settings({{"host.cores", "2"}, {"host.program_core", "2"}}), Contains("is 2, the last is 1"));
  CHECK_THROWS_WITH(settings({{"nic.irq_cores", "none"}}), Contains("names no core"));
}

TEST_CASE("programs that poll are not put on one core") {
  const Keys two{{"flows.a.from", "local"}, {"flows.b.from", "local"}, {"host.cores", "1"}};
  CHECK_THROWS_WITH(settings(two, "rdma"), Contains("each needs a core of its own"));
  CHECK_NOTHROW(settings(two));
}

TEST_CASE("the interrupt of the only flow is taken where its queue points") {
  const LaneResult lane = run_lanes(tcp, {{"nic.irq_cores", "1"}, {"host.cores", "2"}}).lane("tcp");
  const auto booked = [&](const char* core, Book b) {
    return lane.cores.at("peer").at(core).cpu.by_book[static_cast<std::size_t>(b)];
  };
  CHECK(booked("core1", Book::softirq) > 0);
  CHECK(booked("core0", Book::softirq) == 0);
  CHECK(booked("core0", Book::copy) > 0);  // the reader's
  CHECK(booked("core1", Book::copy) == 0);
}

TEST_CASE("two flows of one host each have their completion told") {
  const LaneResult lane = run_lanes(tcp, {{"flows.a.from", "local"}, {"flows.b.from", "local"}}).lane("tcp");
  CHECK(lane.delivered);
  CHECK(lane.flows.size() == 2);
}
