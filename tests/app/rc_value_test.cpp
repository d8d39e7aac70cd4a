#include "app/conformance/rc_value.h"

#include "app/conformance/rc_data.h"
#include "app/conformance/rc_names.h"
#include "app/conformance/rc_peer.h"
#include "support/catch.h"

namespace rocelab::app::replay {
namespace {

Octets data_of(const char* json) { return data(Json::parse(json), Subnet().addresses(), "data"); }

bool matches_number(std::uint64_t got, const char* wanted) { return matches(got, Json::parse(wanted), "it"); }

}  // namespace

TEST_CASE("an integer of a case is a JSON integer or a hex string") {
  CHECK(integer(5, "it") == 5);
  CHECK(integer(Json::parse("18446744073709551615"), "it") == ~std::uint64_t{0});
  CHECK(integer("0xfffffffffffffff8", "it") == 0xfffffffffffffff8);
  CHECK(integer(-4, "it") == static_cast<std::uint64_t>(-4));
  for (const Json& bad : {Json("5"), Json("0x"), Json("0xg"), Json(1.5), Json(), Json::array()}) {
    CHECK_THROWS_AS(integer(bad, "it"), Malformed);
  }
}

TEST_CASE("a match value is a scalar, a list of alternatives or a range") {
  CHECK(matches_number(5, "5"));
  CHECK_FALSE(matches_number(6, "5"));
  CHECK(matches_number(6, "[5, \"0x6\"]"));
  CHECK_FALSE(matches_number(7, "[5, 6]"));
  CHECK_FALSE(matches_number(7, "[]"));
  CHECK(matches_number(5, R"({"min":5,"max":7})"));
  CHECK(matches_number(7, R"({"min":5,"max":7})"));
  CHECK_FALSE(matches_number(4, R"({"min":5,"max":7})"));
  CHECK_FALSE(matches_number(8, R"({"min":5,"max":7})"));
  CHECK(matches_number(1, "true"));
  CHECK_FALSE(matches_number(1, "false"));
  CHECK_THROWS_AS(matches_number(5, R"({"from":5})"), Malformed);
  CHECK_THROWS_AS(matches_number(5, R"("ack")"), Malformed);
  CHECK(matches("RTS", "RTS", "it"));
  CHECK(matches("RTS", Json::parse(R"(["ERR","RTS"])"), "it"));
  CHECK_FALSE(matches("RTS", "ERR", "it"));
  CHECK_THROWS_AS(matches("RTS", 3, "it"), Malformed);
}

TEST_CASE("a syndrome also matches by its kind") {
  const auto kinds = [](std::uint8_t s) {
    return std::string(matches_syndrome(s, "ack") ? "a" : "") + (matches_syndrome(s, "rnr") ? "r" : "") +
           (matches_syndrome(s, "nak") ? "n" : "");
  };
  CHECK(kinds(0) == "a");
  CHECK(kinds(31) == "a");
  CHECK(kinds(32) == "r");
  CHECK(kinds(63) == "r");
  CHECK(kinds(64) == "");
  CHECK(kinds(95) == "");
  CHECK(kinds(96) == "n");
  CHECK(kinds(127) == "n");
  CHECK(kinds(128) == "");
  CHECK(matches_syndrome(98, Json::parse("[98, 99]")));
  CHECK(matches_syndrome(5, Json::parse(R"([98, "ack"])")));
  CHECK_FALSE(matches_syndrome(97, Json::parse("[98, 99]")));
}

TEST_CASE("DATA gives the octets of the format") {
  CHECK(data_of(R"({"hex":"00ff10"})") == Octets{0, 255, 16});
  CHECK(data_of(R"({"len":3,"byte":238})") == Octets{238, 238, 238});
  CHECK(data_of(R"({"len":3,"seed":1})") == Octets{1, 8, 15});
  CHECK(data_of(R"({"len":2,"seed":1,"from":255})") == Octets{0xfa, 0x26});  // 1+7·255, 1+7·256+37
  CHECK(data_of(R"({"ip":"peer"})") == Octets{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2});
  CHECK(data_of(R"({"cat":[{"hex":"aa"},{"cat":[{"len":1,"byte":1}]},{"len":0,"seed":9}]})") == Octets{0xaa, 1});
  for (const char* bad : {"{}", "5", R"({"len":4})", R"({"hex":"abc"})", R"({"hex":"aa","len":1})", R"({"byte":1})",
                          R"({"seed":1})", R"({"len":1,"byte":256})", R"({"ip":"me"})", R"({"cat":{}})",
                          R"({"len":99999999999,"seed":1})", R"({"len":1,"seed":1,"form":2})"}) {
    INFO(bad);
    CHECK_THROWS_AS(data_of(bad), Malformed);
  }
}

TEST_CASE("a region's fill is as long as the region") {
  const Addresses a = Subnet().addresses();
  CHECK(fill(Json::parse(R"({"seed":1})"), 3, a, "fill") == Octets{1, 8, 15});
  CHECK(fill(Json::parse(R"({"byte":7})"), 2, a, "fill") == Octets{7, 7});
  CHECK(fill(Json::parse(R"({"hex":"aabb"})"), 3, a, "fill") == Octets{0xaa, 0xbb, 0});
}

TEST_CASE("octets that differ are told with their place") {
  const Octets got{1, 2, 3};
  CHECK_NOTHROW(expect_octets(got.data(), 3, {1, 2, 3}, "memory"));
  CHECK_THROWS_WITH(expect_octets(got.data(), 3, {1, 2, 4}, "memory"), "memory at octet 2: wanted 04, got 03");
  CHECK_THROWS_WITH(expect_octets(got.data(), 3, {1, 2}, "memory"), "memory: wanted 2 octets, got 3");
}

TEST_CASE("VA and KEY are bound to what the device handed out") {
  Names names;
  names.regions["m"] = {0x10000, 4096, Key{5}, Key{6}};
  names.windows["w"] = Key{7};
  const auto va = [&](const char* json) { return names.va(Json::parse(json), "va"); };
  const auto key = [&](const char* json, Names::Side side = Names::Side::remote) {
    return names.key(Json::parse(json), side, "key").value;
  };
  CHECK(va(R"({"mr":"m","offset":16})") == 0x10010);
  CHECK(va(R"({"mr":"m","offset":-4})") == 0xfffc);
  CHECK(va(R"({"value":"0xfffffffffffffff8"})") == 0xfffffffffffffff8);
  CHECK_THROWS_AS(va(R"({"mr":"x","offset":0})"), Malformed);
  CHECK_THROWS_AS(va(R"({"value":1,"offset":2})"), Malformed);
  CHECK(key(R"({"mr":"m"})") == 6);
  CHECK(key(R"({"mr":"m"})", Names::Side::local) == 5);
  CHECK(key(R"({"mr":"m","xor":85})") == (6 ^ 85));
  CHECK(key(R"({"mw":"w"})") == 7);
  CHECK(key(R"({"value":4660})") == 4660);
  CHECK_THROWS_AS(key(R"({"mw":"v"})"), Malformed);
  CHECK_THROWS_AS(key(R"({})"), Malformed);
}

}  // namespace rocelab::app::replay
