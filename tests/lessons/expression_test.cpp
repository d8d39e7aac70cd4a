#include "lessons/claims/expression.h"

#include "support/catch.h"

using namespace rocelab::lessons;

namespace {

const Runs runs{{"run", nlohmann::ordered_json::parse(R"({
  "lanes": {"tcp": {"copies": 2, "latency_ns": 12.5, "path": "kernel_tcp", "failure": null,
    "stages": [{"id": "tcp.1", "unit": "cpu", "bytes": 0}, {"id": "tcp.2", "unit": "cpu", "bytes": 4096},
               {"id": "tcp.2", "unit": "cpu", "bytes": 1}, {"id": "wire", "unit": "wire", "bytes": 4200}]}},
  "config": {"message": {"size": "4KiB"}}})")},
                {"big", nlohmann::ordered_json::parse(R"({"lanes": {"tcp": {"copies": 3}}})")}};

auto value(const std::string& expression) { return evaluate(expression, runs); }

}  // namespace

TEST_CASE("arithmetic binds as in school, comparisons and logic beneath it") {
  CHECK(value("1 + 2 * 3") == 7);
  CHECK(value("(1 + 2) * 3") == 9);
  CHECK(value("10 - 4 - 3") == 3);
  CHECK(value("16 / 4 / 2") == 2);
  CHECK(value("-2 * -3.5") == 7);
  CHECK(value("1 + 1 == 2 and not 3 < 2") == true);
  CHECK(value("1 > 2 or 2 >= 2") == true);
  CHECK(value("false or 1 > 2 and true") == false);
}

TEST_CASE("paths reach into any run, lists by index, odd names by bracket") {
  CHECK(value("run.lanes.tcp.copies + big.lanes.tcp.copies") == 5);
  CHECK(value("run.lanes[\"tcp\"].stages[1].bytes") == 4096);
  CHECK(value("run.lanes.tcp.path == \"kernel_tcp\"") == true);
  CHECK(value("run.lanes.tcp.failure == null") == true);
  CHECK(value("where(run.lanes.tcp.stages, \"id\", \"tcp.2\")[1].bytes") == 1);
}

TEST_CASE("functions on lists, extremes and the scenario's own units") {
  CHECK(value("distinct(starting(run.lanes.tcp.stages, \"id\", \"tcp.\"), \"id\")") == 2);
  CHECK(value("length(where(run.lanes.tcp.stages, \"unit\", \"cpu\"))") == 3);
  CHECK(value("sum(where(run.lanes.tcp.stages, \"id\", \"tcp.2\"), \"bytes\")") == 4097);
  CHECK(value("min(3, 1, 2)") == 1);
  CHECK(value("max(3, 1, 2)") == 3);
  CHECK(value("abs(1 - 3.5)") == 2.5);
  CHECK(value("size(run.config.message.size)") == 4096);
  CHECK(value("time_ns(\"2us\")") == 2000);
}

TEST_CASE("what cannot be evaluated says why") {
  CHECK_THROWS_WITH(value("run.lanes.rdma.copies"), Contains("there is no run.lanes.rdma"));
  CHECK_THROWS_WITH(value("walk.lanes"), Contains("no run is called 'walk'"));
  CHECK_THROWS_WITH(value("run.lanes.tcp.stages[9]"), Contains("stages[9]"));
  CHECK_THROWS_WITH(value("sqrt(2)"), Contains("'sqrt'"));
  CHECK_THROWS_WITH(value("min()"), Contains("min()"));
  CHECK_THROWS_WITH(value("1 +"), Contains("the end"));
  CHECK_THROWS_WITH(value("1 2"), Contains("'2'"));
  CHECK_THROWS_WITH(value("(1"), Contains("the end"));
  CHECK_THROWS_WITH(value("\"a"), Contains("quote"));
  CHECK_THROWS_WITH(value("1 ? 2"), Contains("'?'"));
  CHECK_THROWS_WITH(value("1 / (2 - 2)"), Contains("division by zero"));
  CHECK_THROWS_WITH(value("1 + \"a\""), Contains("a number is wanted"));
  CHECK_THROWS_WITH(value("not 1"), Contains("true or false"));
}
