#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "scenarios/config/fault_keys.h"
#include "scenarios/config/settings.h"
#include "scenarios/config/values.h"
#include "scenarios/scenario.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;

namespace {

Scenario from_text(const std::string& text) {
  const std::string path = "fault_config_test_" + std::to_string(::getpid()) + ".toml";
  std::ofstream(path) << "title = { zh = '题', en = 'T' }\n" << text << "\n[lanes.tcp]\n[lanes.rdma]\n";
  struct Remove {
    const std::string& path;
    ~Remove() { std::remove(path.c_str()); }
  } remove{path};
  return load(path);
}

const std::string gap = "[network.faults.gap]\ntrigger = 'exact'\neffect = 'drop'\n";

std::vector<FaultSettings> faults(const Scenario& s, const std::string& lane = "rdma") {
  return resolve(s.config, lane).network.faults;
}

/// What is said about a file, or about the keys that contradict each other in it.
std::string refusal(const std::string& text, const std::vector<std::pair<std::string, std::string>>& settings = {}) {
  try {
    Scenario s = from_text(text);
    for (const auto& [key, value] : settings) s.config.set(key, value, "--set");
    faults(s);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no refusal";
}

}  // namespace

TEST_CASE("a fault becomes what its keys say, the rest are defaults") {
  const auto all = faults(from_text(gap + "psn = [20, '24-26']\ntransmission = 2\nqp = 17\n"));
  REQUIRE(all.size() == 1);
  const FaultSettings& f = all.front();
  CHECK(f.spec.name == "gap");
  CHECK(f.spec.trigger == "exact");
  CHECK(f.spec.effect == "drop");
  CHECK(f.spec.frames == fabric::Frames::data);
  CHECK(f.spec.relative);
  CHECK_FALSE(f.spec.spares_nak_resend);
  REQUIRE(f.spec.hits.size() == 4);
  CHECK(f.spec.hits[0].number == 20);
  CHECK(f.spec.hits[3].number == 26);
  for (const fabric::Hit& hit : f.spec.hits) {
    CHECK(hit.transmission == 2);
    CHECK(hit.qpn == Qpn{17});
    CHECK_FALSE(hit.flow);
    CHECK(hit.of == fabric::Sequence::Of::rc);
  }
  CHECK(f.local_to_peer);
  CHECK_FALSE(f.peer_to_local);
}

TEST_CASE("parameters of triggers and effects carry the units of scenario keys") {
  const auto all =
      faults(from_text("[network.faults.a]\ntrigger = 'window'\nfrom = '2us'\nlength = '1ms'\n"
                       "effect = 'delay'\nby = '500ns'\nkeep_order = false\n"));
  REQUIRE(all.size() == 1);
  CHECK(all[0].spec.numbers.at("from") == 2e6);
  CHECK(all[0].spec.numbers.at("length") == 1e9);
  CHECK(all[0].spec.numbers.at("period") == 0);
  CHECK(all[0].spec.numbers.at("by") == 500e3);
  CHECK(all[0].spec.numbers.at("keep_order") == 0);
}

TEST_CASE("every trigger and effect can be chosen, and every default is allowed") {
  for (const KeySpec& key : fault_keys()) {
    INFO(key.name);
    CHECK_NOTHROW(key.check(key.fallback));
    CHECK_THROWS(key.check("no such value"));
  }
  PacketPool pool;
  for (const auto* trigger : fabric::trigger_kinds()) {
    for (const auto* effect : fabric::effect_kinds()) {
      const auto all = faults(from_text("[network.faults.a]\ntrigger = '" + std::string(trigger->name) +
                                        "'\neffect = '" + std::string(effect->name) + "'\n"));
      const fabric::FlowStarts starts;
      CHECK_NOTHROW(fabric::make_fault(all.at(0).spec, 1, pool, {fabric::Heading::out, &starts}));
    }
  }
}

TEST_CASE("a fault of one lane is not the other's, and a key of one lane wins over all") {
  Scenario s = from_text(gap + "psn = 5\n");
  s.config.set("lanes.tcp.network.faults.gap.psn", "9", "--set");
  s.config.set("lanes.tcp.network.faults.mine.trigger", "always", "--set");
  s.config.set("lanes.tcp.network.faults.mine.effect", "duplicate", "--set");
  CHECK(faults(s, "rdma").size() == 1);
  CHECK(faults(s, "rdma")[0].spec.hits[0].number == 5);
  REQUIRE(faults(s, "tcp").size() == 2);
  CHECK(faults(s, "tcp")[0].spec.hits[0].number == 9);
  s.config.set("network.faults.gap.on", "false", "--set");
  CHECK(faults(s, "rdma").empty());
}

TEST_CASE("the resolved scenario lists what was written of its faults") {
  const auto all = from_text(gap + "psn = [20, 24]\n").config.resolved();
  const auto has = [&](const std::string& key, const std::string& value) {
    return std::find(all.begin(), all.end(), std::pair(key, value)) != all.end();
  };
  CHECK(has("network.faults.gap.trigger", "exact"));
  CHECK(has("network.faults.gap.psn", "20,24"));
}

TEST_CASE("lists of numbers") {
  using List = std::vector<std::uint64_t>;
  CHECK(parse_numbers("none").empty());
  CHECK(parse_numbers("7") == List{7});
  CHECK(parse_numbers("3, 7,9-12") == List{3, 7, 9, 10, 11, 12});
  for (const char* bad : {"", "x", "3,", "9-7", "-1", "1.5", "1 2", "0-100000000"}) {
    INFO(bad);
    CHECK_THROWS_AS(parse_numbers(bad), std::invalid_argument);
  }
}

TEST_CASE("a wrong key or value of a fault is refused with place, key, what is allowed, the nearest name") {
  const auto at = [](const std::string& line) { return Contains(".toml:" + line); };
  CHECK_THAT(refusal(gap + "psm = 3\n"),
             at("5") && Contains("network.faults.gap.psm") && Contains("did you mean 'network.faults.gap.psn'"));
  CHECK_THAT(refusal(gap + "psn = 16777216\n"),
             at("5") && Contains("network.faults.gap.psn") && Contains("whole numbers and ranges up to 16777215"));
  CHECK_THAT(refusal("[network.faults.a]\ntrigger = 'bernouli'\n"), at("3") && Contains("one of always, bernoulli"));
  CHECK_THAT(refusal("[network.faults.a]\neffect = 'dorp'\n"), at("3") && Contains("one of drop, damage"));
  CHECK_THAT(refusal(gap + "link = 'middle'\n"),
             at("5") && Contains("sender, receiver, all, or a cable: local, peer, h3"));
  CHECK_THAT(refusal("[[network.faults]]\ntrigger = 'always'\n"), at("2") && Contains("[network.faults.NAME]"));
  CHECK_THAT(refusal("message.size = [4096]\n"), Contains("a single value"));
  CHECK_THAT(refusal("network.faults = 3\n"), at("2") && Contains("unknown key 'network.faults'"));
  CHECK(refusal(gap) == "no refusal");
}

TEST_CASE("keys that contradict each other are refused with the place of the one that is too much") {
  const std::string share = "[network.faults.a]\ntrigger = 'bernoulli'\neffect = 'drop'\nshare = 0.1\n";
  CHECK_THAT(refusal("[network.faults.a]\ntrigger = 'always'\n"),
             Contains(".toml:3") && Contains("network.faults.a") && Contains("has no effect; allowed is one of drop"));
  CHECK_THAT(refusal(gap, {{"network.faults.gapp.psn", "4"}}),
             Contains("--set") && Contains("network.faults.gapp: has no trigger") && Contains("did you mean 'gap'"));
  CHECK_THAT(refusal(share + "n = 3\n"), Contains(".toml:6: network.faults.a.n") &&
                                             Contains("trigger 'bernoulli' does not take it; allowed is share"));
  CHECK_THAT(refusal(share + "copies = 3\n"), Contains("effect 'drop' does not take it; allowed is nothing"));
  // What the file says for the trigger that the user has replaced is no fault of the user's.
  CHECK(refusal(share, {{"network.faults.a.trigger", "every_nth"}}) == "no refusal");
  CHECK_THAT(refusal(share, {{"network.faults.a.trigger", "every_nth"}, {"network.faults.a.share", "0.2"}}),
             Contains("--set") && Contains("network.faults.a.share"));
}

TEST_CASE("a fault on a cable that the topology has not is refused with the names of all cables") {
  const auto link = [](const std::string& name, const std::vector<std::pair<std::string, std::string>>& more = {}) {
    return refusal(gap + "link = '" + name + "'\n", more);
  };
  CHECK(link("peer") == "no refusal");
  CHECK_THAT(link("h3"), Contains(".toml:5: network.faults.gap.link: there is no cable 'h3'") &&
                             Contains("allowed are sender, receiver, all, local, peer"));
  CHECK(link("h3", {{"network.hosts", "3"}}) == "no refusal");
  CHECK_THAT(link("sw1-sw0", {{"network.topology", "trunk"}}),
             Contains("local, peer, sw0-sw1") && Contains("did you mean 'sw0-sw1'"));
  CHECK(link("sw0-sw2", {{"network.topology", "ring"}}) == "no refusal");
  CHECK(link("sw1-sw3", {{"network.topology", "leaf_spine"}}) == "no refusal");
  CHECK(link("cross.x", {{"network.cross.x.rate", "10Gbps"}}) == "no refusal");
  CHECK_THAT(link("cross.y", {{"network.cross.x.rate", "10Gbps"}}), Contains("local, peer, cross.x"));
}
