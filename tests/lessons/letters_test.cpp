#include "lessons/letters.h"

#include "support/catch.h"

using rocelab::lessons::Letters;

TEST_CASE("letters go to the first of each kind on each lane, and end at Z") {
  Letters letters;
  CHECK(letters.next("tcp.a", "tcp", 10) == 'A');
  CHECK(letters.next("rdma.a", "rdma", 20) == 'B');
  CHECK(letters.next("tcp.a", "tcp", 30) == std::nullopt);
  for (int i = 0; i < 24; ++i) CHECK(letters.next("tcp.k" + std::to_string(i), "tcp", 40 + i) == 'C' + i);
  CHECK(letters.next("tcp.late", "tcp", 50) == std::nullopt);
}

TEST_CASE("a lane tells one story: its helpers go without letters") {
  Letters letters;
  CHECK(letters.next("rdma.registered", "rdma", 60) == 'A');
  CHECK(letters.next("tcp.write_called", "rdma", 70) == std::nullopt);
  CHECK(letters.next("tcp.write_called", "tcp", 80) == 'B');
  CHECK(letters.next("rdma.posted", "rdma", 90) == 'C');
}

TEST_CASE("what the verbs library refuses is part of the RDMA story, even as its beginning") {
  Letters letters;
  CHECK(letters.next("rdma.posted", "rdma", 100) == 'A');
  CHECK(letters.next("verbs.state", "rdma", 110) == 'B');
  CHECK(letters.next("verbs.capability", "early", 120) == 'C');
  CHECK(letters.next("rdma.registered", "early", 130) == 'D');
}

TEST_CASE("what the network does to a lane's frames is part of its story, whoever the lane is") {
  Letters letters;
  CHECK(letters.next("network.link_down", "rdma", 140) == 'A');
  CHECK(letters.next("rdma.posted", "rdma", 150) == 'B');
  CHECK(letters.next("network.frame_lost", "rdma", 160) == 'C');
  CHECK(letters.next("tcp.write_called", "rdma", 170) == std::nullopt);
  CHECK(letters.next("tcp.write_called", "tcp", 180) == 'D');
  CHECK(letters.next("network.frame_lost", "tcp", 190) == 'E');
}

TEST_CASE("lanes that do the same at the same instant share a letter, those that do it later do not") {
  Letters letters;
  CHECK(letters.next("rdma.posted", "bare", 10) == 'A');
  CHECK(letters.next("rdma.posted", "watchdog", 10) == std::nullopt);
  CHECK(letters.next("rdma.posted", "slow", 11) == 'B');
  CHECK(letters.next("rdma.posted", "watchdog", 12) == std::nullopt);
  CHECK(letters.next("network.deadlock", "watchdog", 20) == 'C');
}
