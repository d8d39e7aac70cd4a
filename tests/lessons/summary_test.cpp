#include <nlohmann/json.hpp>

#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "lessons/summary/shown.h"
#include "lessons/summary/text.h"
#include "lessons/summary/text_table.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;
using Json = nlohmann::ordered_json;

namespace {

Json summary_of(const scenarios::Result& result) {
  const ClaimSet set = claims_of(result.scenario);
  const Json facts = facts_of(result);
  return with_claims(facts, judge(set.claims, {{"run", facts}}, result.overridden));
}

std::vector<std::string> names(const Json& object) {
  std::vector<std::string> all;
  for (const auto& [key, value] : object.items()) all.push_back(key);
  return all;
}

}  // namespace

TEST_CASE("summary.json holds the members of schema 1 in their order") {
  const Json s = summary_of(test::sample_result());
  CHECK(names(s) == std::vector<std::string>{"schema", "scenario", "lessons", "title", "question", "seed",
                                             "simulated_ns", "t0_ns", "config", "lanes", "moments", "claims"});
  CHECK(s["schema"] == 1);
  CHECK(s["config"]["message"]["size"] == "4KiB");
  CHECK(s["config"]["message"]["count"] == 1);
  CHECK(s["config"]["rdma"]["registered"] == true);
  CHECK(s["config"]["lanes"]["rdma"]["path"] == "rdma");
  const Json& tcp = s["lanes"]["tcp"];
  for (const char* member : {"path",
                             "status",
                             "failure",
                             "payload_bytes",
                             "payload_intact",
                             "latency_ns",
                             "goodput_gbps",
                             "retained",
                             "copies",
                             "syscalls",
                             "context_switches",
                             "interrupts",
                             "cpu_stages",
                             "transport_in",
                             "peer_cpu",
                             "cpu_ns",
                             "memory_bytes",
                             "dma_bytes",
                             "wire",
                             "retransmitted_frames",
                             "timeouts",
                             "stages",
                             "setup"}) {
    INFO(member);
    CHECK(tcp.contains(member));
  }
  CHECK(tcp["status"] == "delivered");
  CHECK(tcp["failure"].is_null());
  CHECK(tcp["peer_cpu"] == "full");
  CHECK(tcp["cpu_stages"] == 7);
  CHECK(tcp["cpu_ns"]["peer"]["total"] == 4200.0);
  CHECK(tcp["stages"][3]["unit"] == "nic");
  CHECK(s["lanes"]["rdma"]["peer_cpu"] == "none");
  CHECK(names(s["lanes"]) == std::vector<std::string>{"tcp", "rdma"});
}

TEST_CASE("nanoseconds carry three decimals, in nested tables too, other numbers stay as they are") {
  const std::string text = print(summary_of(test::sample_result()));
  CHECK_THAT(text, Contains("\"latency_ns\": 12345.678") && Contains("\"latency_ns\": 2500.001"));
  CHECK_THAT(text, Contains("\"user\": 100.000, \"syscall\": 300.000"));
  CHECK_THAT(text, Contains("\"ns\": 0.000") && Contains("\"copies\": 2,") && Contains("\"seed\": 1,"));
  CHECK(Json::parse(text)["lanes"]["tcp"]["latency_ns"] == 12345.678);
  CHECK(text.back() == '\n');
}

TEST_CASE("counts are per message, whole where they are whole") {
  scenarios::Result r = test::sample_result();
  r.lanes[0].second.messages = 4;
  r.lanes[0].second.copies = 8;
  r.lanes[0].second.syscalls = 9;
  const std::string text = print(facts_of(r));
  CHECK_THAT(text, Contains("\"copies\": 2,") && Contains("\"syscalls\": 2.25,"));
  r.lanes[0].second.messages = 0;
  CHECK(facts_of(r)["lanes"]["tcp"]["copies"] == 8);
}

TEST_CASE("moments: the first of each kind per lane gets the next letter, unknown kinds their name") {
  const Json moments = summary_of(test::sample_result())["moments"];
  REQUIRE(moments.size() == 4);
  CHECK(moments[0]["mark"] == "A");
  CHECK(moments[2]["mark"] == "C");
  CHECK(moments[2]["t_ns"] == 101000.0);
  CHECK_THAT(moments[2]["text"]["en"].get<std::string>(), Contains("4096 bytes"));
  CHECK(moments[3]["text"]["zh"] == "tcp.new_kind");
}

TEST_CASE("a failed lane says where, which code, why and what to do, in both languages") {
  scenarios::Result r = test::sample_result();
  r.lanes[1].second.delivered = r.lanes[1].second.payload_intact = false;
  r.lanes[1].second.failure = scenarios::Failure{"rdma.post", "IBV_WC_LOC_PROT_ERR", {}};
  const Json s = summary_of(r);
  const Json& failure = s["lanes"]["rdma"]["failure"];
  CHECK(s["lanes"]["rdma"]["status"] == "failed");
  CHECK(failure["code"] == "IBV_WC_LOC_PROT_ERR");
  CHECK_THAT(failure["fix"]["zh"].get<std::string>(), Contains("ibv_reg_mr"));
  CHECK_THAT(summary_text(s, Language::en), Contains("Why it failed") && Contains("register the buffer"));
}

TEST_CASE("summary.txt shows table, moments and verdicts in the language asked for") {
  const Json s = summary_of(test::sample_result());
  const std::string en = summary_text(s, Language::en);
  CHECK_THAT(en, Contains("memory copies") && Contains("12.345678 us") && Contains("RDMA WRITE, one-sided"));
  CHECK_THAT(en, Contains("A  100.000000  0.000000  tcp   local"));
  CHECK_THAT(en, Contains("PASS") && Contains("expected < 12345.678 ns") && Contains("measured 2"));
  const std::string zh = summary_text(s, Language::zh);
  CHECK_THAT(zh, Contains("内存拷贝次数") && Contains("完全不参与") && Contains("论断"));
}

TEST_CASE("columns line up although Chinese characters are two wide") {
  CHECK(columns("abc") == 3);
  CHECK(columns("内存拷贝") == 8);
  CHECK(columns("① 拷贝") == 6);
  const std::string table = aligned({{"内存", "x"}, {"a", "yy"}, {"latency", "z"}});
  CHECK(aligned({{"a", "1"}, {"b", "10"}}, {1}) == "a   1\nb  10\n");
  CHECK(table == "内存     x\na        yy\nlatency  z\n");
}

TEST_CASE("times read in the unit that fits") {
  CHECK(duration(0) == "0.000 ns");
  CHECK(duration(999.999) == "999.999 ns");
  CHECK(duration(12345.678) == "12.345678 us");
  CHECK(duration(2.5e6) == "2.500000 ms");
}
