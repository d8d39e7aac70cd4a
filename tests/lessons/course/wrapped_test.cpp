#include "lessons/course/wrapped.h"

#include "support/catch.h"

using rocelab::lessons::wrapped;

TEST_CASE("Latin text breaks at spaces and a newline joins as one") {
  CHECK(wrapped("one two\nthree four", 9, "", "") == "one two\nthree\nfour\n");
  CHECK(wrapped("one two three", 9, "- ", "  ") == "- one two\n  three\n");
}

TEST_CASE("wide characters take two columns and break anywhere but before closing punctuation") {
  CHECK(wrapped("一二三四五", 6, "", "") == "一二三\n四五\n");
  CHECK(wrapped("一二三，四", 6, "", "") == "一二\n三，四\n");
  CHECK(wrapped("一二（三）", 6, "", "") == "一二\n（三）\n");
}

TEST_CASE("a newline between wide characters and beside their punctuation joins as nothing") {
  CHECK(wrapped("一\n二", 20, "", "") == "一二\n");
  CHECK(wrapped("一，\nTCP", 20, "", "") == "一，TCP\n");
  CHECK(wrapped("一\nTCP", 20, "", "") == "一 TCP\n");
}

TEST_CASE("a number stays with its unit") { CHECK(wrapped("it is 12\u00a0us", 8, "", "") == "it is\n12 us\n"); }
