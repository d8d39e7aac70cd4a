#pragma once
#include <array>
#include <map>
#include <memory>

#include "host/systemc/host.h"
#include "hw/fabric/stages.h"
#include "scenarios/compose/network.h"
#include "scenarios/lane.h"
#include "tlm/systemc/clockwork.h"

namespace rocelab::scenarios::test {

/// What each of two computers counted and booked, from its last reset().
struct Books : FactSink {
  struct Of {
    std::map<std::string, std::uint64_t> counted;
    std::array<Ps, book_count> booked{};
    Ps in(Book b) const { return booked[static_cast<std::size_t>(b)]; }
  };
  const Roster& roster;
  std::map<std::string, Of> of;  // "local", "peer"

  explicit Books(const Roster& r) : roster(r) {}
  FactSet reads() const override { return FactSet{} | FactKind::count | FactKind::core_time; }
  void on_count(const Count& c) override {
    if (c.tag.host != no_host) of[roster[c.tag.host].name].counted[std::string(c.counter->id)] += c.n;
  }
  void on_core_time(const CoreTime& c) override {
    of[roster[roster[c.core].host].name].booked[static_cast<std::size_t>(c.book)] += c.end - c.begin;
  }
};

/// Two computers on a cable, each with one program of the test: system calls with no application around them. One a
/// process.
class TwoPrograms {
 public:
  explicit TwoPrograms(const Keys& keys = {}) {
    Keys all{{"network.topology", "cable"}};
    all.insert(all.end(), keys.begin(), keys.end());
    const LaneSettings settings = resolve(scenario_of({{"tcp", "kernel_tcp"}}, all).config, "tcp");
    const LaneId lane = roster_.add(Roster::Lane{"tcp"});
    probe_.attach(books);
    std::vector<LaneNetwork::Plug> plugs;
    for (unsigned i = 0; i < 2; ++i) {
      hosts_.push_back(make_host(settings, lane, i));
      plugs.push_back(
          {&hosts_[i]->mac(), hosts_[i]->tag().host, hosts_[i]->mac_address(), hosts_[i]->kernel().address()});
    }
    const fabric::FabricStages stages{&fabric::wire_stage, &fabric::switch_stage, nullptr};
    const LaneNetwork::Surroundings env{clockwork_, probe_, pool_, 1, lane, [] { return true; }};
    network_ = std::make_unique<LaneNetwork>(settings, env, plugs, stages);
  }

  host::Kernel& local() { return hosts_[0]->kernel(); }
  host::Kernel& peer() { return hosts_[1]->kernel(); }
  host::AddressSpace& memory(unsigned host) { return hosts_[host]->new_process(); }
  Ps now() const { return clockwork_.now(); }
  /// What a host has booked so far, the piece in progress with it.
  Books::Of& settled(const std::string& host) {
    for (auto& h : hosts_) h->settle();
    return books.of[host];
  }

  /// The server's program begins 1 us before the client's. Returns when both have ended.
  void run(const host::Computer::Main& client, const host::Computer::Main& server) {
    hosts_[1]->start("server", 0, server);
    hosts_[0]->start("client", 0, [&](host::Thread& self) {
      self.spend(Book::user, 1'000'000);
      client(self);
    });
    probe_.start();
    constexpr Ps most = 1'000'000'000'000;  // a second
    while (clockwork_.next() != never && clockwork_.next() < most && !ended()) {
      const Ps now = from_sc_time(sc_core::sc_time_stamp()), end = std::max(clockwork_.next(), now + 1'000'000);
      clockwork_.set_horizon(end);
      sc_core::sc_start(to_sc_time(end - now));
      for (auto& h : hosts_) {
        for (const auto& program : h->programs()) program->rethrow();
      }
    }
    CHECK(ended());
    probe_.finish();
  }

 private:
  std::unique_ptr<host::Host> make_host(const LaneSettings& s, LaneId lane, unsigned index) {
    host::Host::Config c;
    c.kernel.costs = host::KernelCosts::named("linux");
    c.name = index == 0 ? "local" : "peer";
    c.scope = "tcp." + c.name;
    c.tag.lane = lane;
    c.tag.host = roster_.add(Roster::Host{lane, c.name});
    c.port = roster_.add(Roster::Port{lane, c.tag.host, c.scope + ".port0"});
    c.cores.push_back(roster_.add(Roster::Core{c.tag.host, 0}));
    c.rate = s.network.rate;
    c.pcie = s.pcie;
    c.memory = s.memory;
    c.nic = {s.nic.moderation, s.nic.moderation_frames};
    c.kernel.mac = 0x0200'0000'0001 + index;
    const auto address = [](unsigned n) { return wire::Gid::from_ipv4(0x0a00'0001 + n); };
    c.kernel.address = address(index);
    for (unsigned n = 0; n < 2; ++n) c.kernel.neighbours[address(n).octets] = 0x0200'0000'0001 + n;
    c.kernel.send_buffer = s.tcp.send_buffer;
    c.kernel.receive_buffer = s.tcp.receive_buffer;
    c.kernel.tag = c.tag;
    c.kernel.scope = c.scope;
    c.rnic.host = c.tag.host;
    c.rnic.scope = c.scope;
    return std::make_unique<host::Host>(c.name.c_str(), clockwork_, probe_, pool_, c);
  }
  bool ended() const {
    for (const auto& h : hosts_) {
      for (const auto& program : h->programs()) {
        if (!program->finished()) return false;
      }
    }
    return true;
  }

  Roster roster_;
  PacketPool pool_;
  Clockwork clockwork_{"clockwork"};
  Probe probe_{clockwork_};
  std::vector<std::unique_ptr<host::Host>> hosts_;
  std::unique_ptr<LaneNetwork> network_;

 public:
  Books books{roster_};
};

}  // namespace rocelab::scenarios::test
