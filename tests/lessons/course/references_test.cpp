#include "lessons/course/references.h"

#include "lessons/claims/expression.h"
#include "support/catch.h"

using namespace rocelab::lessons;

TEST_CASE("a lesson's text is split into words and references") {
  const auto pieces = pieces_of("a {run.x * 2|time} b{claim:l1.copies|percent}{mark:base tcp.acked}");
  REQUIRE(pieces.size() == 5);
  CHECK((pieces[0].kind == "words" && pieces[0].text == "a "));
  CHECK((pieces[1].kind == "value" && pieces[1].text == "run.x * 2" && pieces[1].format == "time"));
  CHECK(pieces[2].text == " b");
  CHECK((pieces[3].kind == "claim" && pieces[3].text == "l1.copies" && pieces[3].format == "percent"));
  CHECK((pieces[4].kind == "mark" && pieces[4].text == "base tcp.acked"));
  CHECK(pieces_of("").empty());
}

TEST_CASE("a brace without its partner and an unknown kind of reference are refused") {
  CHECK_THROWS_WITH(pieces_of("a {run.x"), Contains("partner"));
  CHECK_THROWS_WITH(pieces_of("a } b"), Contains("partner"));
  CHECK_THROWS_WITH(pieces_of("{calim:l1.copies}"), Contains("'calim'"));
}
