#include "lessons/course/quantities.h"

#include <nlohmann/json.hpp>

#include "lessons/claims/expression.h"
#include "support/catch.h"

using namespace rocelab::lessons;

namespace {

/// With an ordinary space for the one at which no line breaks.
std::string said(const nlohmann::ordered_json& value, const std::string& format, Language language = Language::en) {
  std::string text = quantity(value, format, language);
  const auto gap = text.find("\u00a0");
  return gap == std::string::npos ? text : text.replace(gap, 2, " ");
}

}  // namespace

TEST_CASE("a quantity has the unit that reads best and three digits that count") {
  CHECK(said(12102.306, "time") == "12.1 us");
  CHECK(said(586.56, "time") == "587 ns");
  CHECK(said(0, "time") == "0 ns");
  CHECK(said(67'000'000.0, "time") == "67 ms");
  CHECK(said(67'012'345.6, "time") == "67.0 ms");
  CHECK(said(8320, "size") == "8320 B");
  CHECK(said(25084, "size") == "25.1 kB");
  CHECK(said(9.556, "rate") == "9.56 Gb/s");
  CHECK(said(0.317, "percent") == "31.7 %");
  CHECK(said(1, "percent") == "100 %");
  CHECK(said(0.00997, "percent") == "0.997 %");
  CHECK(said(4.2264, "times") == "4.23");
}

TEST_CASE("values without a format stand as they are, truth and known words in the language") {
  CHECK(said(2, "") == "2");
  CHECK(said("4KiB", "") == "4 KiB");
  CHECK(said("0.5us", "") == "0.5 us");
  CHECK(said("EINVAL", "") == "EINVAL");
  CHECK(said(true, "", Language::zh) == "是");
  CHECK(said("none", "word", Language::zh) == "完全不参与");
}

TEST_CASE("a fraction without a format and a format that nobody knows are refused") {
  CHECK_THROWS_AS(quantity(1.5, "", Language::en), ExpressionError);
  CHECK_THROWS_AS(quantity(1, "furlongs", Language::en), ExpressionError);
  CHECK_THROWS_AS(quantity("text", "time", Language::en), ExpressionError);
  CHECK_THROWS_AS(quantity("no such word", "word", Language::en), ExpressionError);
}
