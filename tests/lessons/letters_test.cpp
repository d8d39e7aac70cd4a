#include "lessons/letters.h"

#include "support/catch.h"

using rocelab::lessons::Letters;

TEST_CASE("letters go to the first of each kind on each lane, and end at Z") {
  Letters letters;
  CHECK(letters.next("a", "tcp") == 'A');
  CHECK(letters.next("a", "rdma") == 'B');
  CHECK(letters.next("a", "tcp") == std::nullopt);
  for (int i = 0; i < 24; ++i) CHECK(letters.next("k" + std::to_string(i), "tcp") == 'C' + i);
  CHECK(letters.next("late", "tcp") == std::nullopt);
}
