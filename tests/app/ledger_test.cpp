#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "app/forked.h"
#include "scenarios/run.h"
#include "support/catch.h"
#include "support/strict_ledger.h"

using namespace rocelab;

namespace {

using Books = std::array<Ps, book_count>;

Books sum(const std::vector<scenarios::CpuTime>& all) {
  Books books{};
  for (const auto& cpu : all)
    std::transform(books.begin(), books.end(), cpu.by_book.begin(), books.begin(), std::plus<>());
  return books;
}

Books sum_of_hosts(const scenarios::LaneResult& lane) {
  std::vector<scenarios::CpuTime> all;
  for (const auto& [name, host] : lane.hosts) all.push_back(host.cpu);
  return sum(all);
}

Books sum_of_flows(const scenarios::LaneResult& lane) {
  std::vector<scenarios::CpuTime> all{lane.cpu_of_no_flow};
  for (const auto& flow : lane.flows) all.insert(all.end(), {flow.local, flow.peer});
  return sum(all);
}

/// What does not balance in a scenario; one call a process.
std::string unbalanced(const scenarios::Scenario& scenario) {
  scenarios::RunContext context;
  test::StrictLedger ledger(context.roster);
  context.sinks = {&ledger};
  const scenarios::Result result = run(scenario, context);
  std::string all = ledger.complaints();
  for (const auto& [name, lane] : result.lanes) {
    for (const auto& [host, cores] : lane.cores) {
      for (const auto& [core, figures] : cores) {
        const auto number = static_cast<unsigned>(std::stoul(core.substr(4)));
        if (figures.cpu.by_book != ledger.booked(name, host, number))
          all += fmt::format("{}.{}.{}: the summary has other sums than the ledger\n", name, host, core);
        if (figures.cpu.total() + figures.neighbour + figures.idle != lane.window || figures.idle < 0)
          all += fmt::format("{}.{}.{}: its headings are not the window\n", name, host, core);
      }
    }
    for (const auto& [role, end] : {std::pair{"local", lane.local}, std::pair{"peer", lane.peer}}) {
      if (end.cpu.by_book != ledger.booked(name, role))
        all += fmt::format("{}.{}: the summary has other sums than the ledger\n", name, role);
    }
    if (sum_of_hosts(lane) != sum_of_flows(lane))
      all += fmt::format("{}: hosts did something else than their flows were given\n", name);
    for (const auto& flow : lane.flows) {
      const Ps of_messages = std::accumulate(flow.message_cpu.begin(), flow.message_cpu.end(), Ps{0});
      if (of_messages > flow.local.total() + flow.peer.total() || flow.message_cpu.size() > lane.messages)
        all += fmt::format("{}: a flow's messages took more than the flow\n", name);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("in every scenario of the library what a core did and its idle time are the window to the picosecond") {
  const auto all = scenarios::catalogue();
  CHECK(all.size() > 50);
  for (const scenarios::Scenario& scenario : all) {
    INFO(scenario.id);
    CHECK(app::forked([&] { return unbalanced(scenario); }) == "");
  }
}

TEST_CASE("with several cores and queues every core's ledger balances, however flows are steered") {
  for (const char* steering : {"rss", "rfs", "arfs"}) {
    INFO(steering);
    CHECK(app::forked([&] {
            scenarios::Scenario scenario = scenarios::load("37");
            for (const auto& [key, value] :
                 std::vector<std::pair<std::string, std::string>>{{"host.cores", "4"},
                                                                  {"nic.queues", "3"},
                                                                  {"nic.irq_cores", "2,3"},
                                                                  {"nic.steering", steering},
                                                                  {"nic.adaptive_moderation", "true"},
                                                                  {"host.neighbour", "0.5"},
                                                                  {"host.time_slice", "20us"}})
              scenario.config.set(key, value, "test");
            return unbalanced(scenario);
          }) == "");
  }
}

TEST_CASE("a ledger that forgets a piece or books one twice is told") {
  Roster roster;
  const LaneId lane = roster.add(Roster::Lane{"tcp"});
  const HostId host = roster.add(Roster::Host{lane, "peer"});
  const CoreId core = roster.add(Roster::Core{host, 0});
  const auto told = [&](const std::vector<std::pair<Ps, Ps>>& pieces) {
    test::StrictLedger ledger(roster);
    ledger.on_declare(SignalId{0}, {"tcp.peer", "core0", SignalDecl::Kind::state, 4, {"idle", "user"}});
    ledger.on_window({lane, true, 100});
    ledger.on_change({SignalId{0}, 1, 120}, 120);
    ledger.on_change({SignalId{0}, 0, 150}, 150);
    for (const auto& [begin, end] : pieces) ledger.on_core_time({core, Book::user, {lane, host}, begin, end});
    ledger.on_window({lane, false, 200});
    return ledger.complaints();
  };
  CHECK(told({{120, 150}}) == "");
  CHECK_THAT(told({{120, 149}}), Contains("29 ps booked and 70 ps idle in a window of 100 ps"));
  CHECK_THAT(told({{120, 150}, {140, 150}}), Contains("a piece from 140 to 150 ps after one that ended at 150"));
}
