#include "app/conformance/icrc_vectors.h"

#include <fstream>

#include "support/catch.h"
#include "support/places.h"

using namespace rocelab::app;
using Json = nlohmann::json;
using Verdict = CaseOutcome::Verdict;

namespace {

Json document() {
  std::ifstream in(rocelab::test::data_folder() + "/conformance/icrc_vectors.json");
  return Json::parse(in);
}

/// What becomes of the vector of this name after `change`.
template <class Change>
CaseOutcome altered(const std::string& name, const Change& change) {
  Json d = document();
  Json one;
  for (const Json& v : d.at("vectors")) {
    if (v.at("name") == name) one = v;
  }
  REQUIRE(one.is_object());
  change(one);
  const auto outcomes = run_icrc_vectors({{"vectors", Json::array({one})}});
  REQUIRE(outcomes.size() == 1);
  CHECK(outcomes[0].id == name);
  return outcomes[0];
}

/// A value of the same shape that means something else.
Json other(const std::string& field, const Json& value) {
  if (field == "op") return value == "ACK" ? "CNP" : "ACK";
  if (field == "src" || field == "dst") {
    return value.get<std::string>().find(':') == std::string::npos ? "10.9.9.9" : "2001:db8::99";
  }
  if (value.is_number()) return value.get<std::uint64_t>() + 1;
  std::string text = value.get<std::string>();
  if (text.empty()) return "00";
  text.back() = text.back() == '1' ? '2' : '1';
  return text;
}

}  // namespace

TEST_CASE("every packet vector and mutation passes") {
  const Json d = document();
  CHECK(is_icrc_vectors(d));
  const auto outcomes = run_icrc_vectors(d);
  CHECK(outcomes.size() == d.at("vectors").size() + d.at("mutations").size());
  for (const CaseOutcome& o : outcomes) {
    INFO(o.id << ": " << o.reason);
    CHECK(o.verdict == Verdict::passed);
  }
}

TEST_CASE("every listed field is compared: altering any fails and names field, wanted and got") {
  const Json d = document();
  std::size_t tried = 0;
  for (const Json& vector : d.at("vectors")) {
    for (const char* group : {"l3", "udp", "ib"}) {
      for (const auto& [field, value] : vector.at(group).items()) {
        Json changed = vector;
        const Json wanted = other(field, value);
        changed[group][field] = wanted;
        const auto outcome = run_icrc_vectors({{"vectors", Json::array({changed})}}).at(0);
        INFO(vector.at("name") << " " << group << "." << field << ": " << outcome.reason);
        CHECK(outcome.verdict == Verdict::failed);
        CHECK(outcome.reason.rfind(std::string(group) + "." + field + ": wanted ", 0) == 0);
        CHECK_THAT(outcome.reason, Contains(wanted.is_string() ? wanted.get<std::string>() : wanted.dump()));
        CHECK_THAT(outcome.reason, Contains(", got "));
        ++tried;
      }
    }
  }
  CHECK(tried > 900);
}

TEST_CASE("an altered ICRC fails, in either way of writing it and in the frame") {
  const auto wire = altered("rxe_v4_ACK", [](Json& v) { v["icrc_wire_bytes"] = "00000000"; });
  CHECK(wire.verdict == Verdict::failed);
  CHECK_THAT(wire.reason, Contains("icrc_wire_bytes: wanted 00000000, got "));
  const auto little = altered("rxe_v4_ACK", [](Json& v) { v["icrc_as_le_u32"] = "0x1"; });
  CHECK_THAT(little.reason, Contains("icrc_as_le_u32: wanted 0x1, got "));
  const auto frame = altered("rxe_v4_ACK", [](Json& v) {
    std::string hex = v["hex"];
    hex.back() = hex.back() == '0' ? '1' : '0';
    v["hex"] = hex;
  });
  CHECK(frame.verdict == Verdict::failed);
  CHECK_THAT(frame.reason, Contains("ICRC in hex: wanted "));
}

TEST_CASE("an altered octet of a frame fails") {
  // One in a header that the ICRC covers, one that it does not, one of the payload.
  for (const std::size_t octet : {18u, 15u, 60u}) {
    const auto outcome = altered("rxe_v4_WRITE_FIRST", [octet](Json& v) {
      std::string hex = v["hex"];
      hex[2 * octet] = hex[2 * octet] == '0' ? '1' : '0';
      v["hex"] = hex;
    });
    INFO(octet << ": " << outcome.reason);
    CHECK(outcome.verdict == Verdict::failed);
  }
}

TEST_CASE("an altered mutation fails") {
  Json d = document();
  d["vectors"] = Json::array();
  for (Json& m : d["mutations"]) m["icrc_still_valid"] = !m["icrc_still_valid"].get<bool>();
  for (const CaseOutcome& o : run_icrc_vectors(d)) {
    CHECK(o.verdict == Verdict::failed);
    CHECK_THAT(o.reason, Contains("icrc_still_valid: wanted "));
  }
}

TEST_CASE("a mutation must differ from its base where it says so") {
  Json d = document();
  const std::string base = "rxe_v4_SEND_ONLY_IMM_pad3";
  Json kept = Json::array();
  for (Json m : d["mutations"]) {
    if (m["base"] == base) m["ip_byte_offset"] = 3, kept.push_back(m);
  }
  REQUIRE(kept.size() == 1);
  d["mutations"] = kept;
  CHECK(run_icrc_vectors(d).back().reason == "ip_byte_offset: wanted a change at 3, got the octet of the base");
  for (const Json& wrong : {Json(100000), Json(18446744073709551615u), Json(-1), Json("x")}) {
    d["mutations"][0]["ip_byte_offset"] = wrong;
    CHECK_THAT(run_icrc_vectors(d).back().reason, Contains("ip_byte_offset: wanted "));
  }
}

TEST_CASE("fields that a frame does not have, or this runner does not know, fail") {
  CHECK_THAT(altered("rxe_v4_ACK", [](Json& v) { v["ib"]["va"] = "0x10000"; }).reason,
             Contains("ib.va: wanted \"0x10000\", got none"));
  CHECK_THAT(altered("rxe_v4_ACK", [](Json& v) { v["l3"]["psnn"] = 1; }).reason, Contains("l3.psnn"));
}

TEST_CASE("values may be written as numbers or names") {
  for (const Json& same : {Json("READ_RESP_ONLY"), Json("RRESP_ONLY"), Json(16), Json("0x10")}) {
    const auto outcome = altered("rxe_v4_RRESP_ONLY", [&](Json& v) { v["ib"]["op"] = same; });
    INFO(same << " " << outcome.reason);
    CHECK(outcome.verdict == Verdict::passed);
  }
  CHECK(altered("rxe_v4_ACK", [](Json& v) { v["ib"]["op"] = "ACKNOWLEDGE"; }).verdict == Verdict::failed);
}

TEST_CASE("a tagged frame is read like one without a tag") {
  for (const char* tag : {"81006003", "88a80064810060ff"}) {
    const auto outcome = altered("rxe_v4_WRITE_LAST", [&](Json& v) {
      std::string hex = v["hex"];
      v["hex"] = hex.insert(24, tag);
    });
    INFO(outcome.reason);
    CHECK(outcome.verdict == Verdict::passed);
  }
}

TEST_CASE("malformed documents are refused, malformed cases fail") {
  const Json empty = Json::object();
  CHECK_FALSE(is_icrc_vectors(empty));
  CHECK_FALSE(is_icrc_vectors(Json::array()));
  CHECK_FALSE(is_icrc_vectors({{"format", "rc-cases/1"}, {"vectors", Json::array()}}));
  CHECK_THROWS_AS(run_icrc_vectors(empty), std::runtime_error);
  CHECK_THROWS_AS(run_icrc_vectors({{"vectors", 3}}), std::runtime_error);
  CHECK_THROWS_AS(run_icrc_vectors({{"vectors", Json::array()}, {"mutations", "x"}}), std::runtime_error);

  const Json good = document().at("vectors").at(0);
  for (const auto& item : good.items()) {
    for (const Json& wrong :
         {Json(), Json(-1), Json(1.5), Json("zz"), Json("0x"), Json(true), Json::array({1}), empty}) {
      Json bad = good;
      bad[item.key()] = wrong;
      REQUIRE_NOTHROW(run_icrc_vectors({{"vectors", Json::array({bad})}}));
      if (item.key() == "hex") CHECK(run_icrc_vectors({{"vectors", Json::array({bad})}})[0].verdict == Verdict::failed);
      for (const char* group : {"l3", "udp", "ib"}) {
        for (const auto& field : good.at(group).items()) {
          Json deep = good;
          deep[group][field.key()] = wrong;
          CHECK(run_icrc_vectors({{"vectors", Json::array({deep})}})[0].verdict == Verdict::failed);
        }
      }
    }
  }
  for (const Json& shape : {Json(), Json(1), Json("x"), Json::array(), empty, Json{{"hex", ""}}, Json{{"hex", "0"}}}) {
    const auto outcomes = run_icrc_vectors({{"vectors", Json::array({shape})}, {"mutations", Json::array({shape})}});
    CHECK(outcomes.at(0).verdict == Verdict::failed);
    CHECK(outcomes.at(0).id == "vectors[0]");
    CHECK(outcomes.at(1).verdict == Verdict::failed);
  }
  CHECK(altered("rxe_v4_ACK", [](Json& v) { v["level"] = "fibre"; }).verdict == Verdict::skipped);
}
