#include "lessons/letters.h"

#include "support/catch.h"

using rocelab::lessons::Letters;

TEST_CASE("letters go to the first of each kind on each lane, and end at Z") {
  Letters letters;
  CHECK(letters.next("tcp.a", "tcp") == 'A');
  CHECK(letters.next("rdma.a", "rdma") == 'B');
  CHECK(letters.next("tcp.a", "tcp") == std::nullopt);
  for (int i = 0; i < 24; ++i) CHECK(letters.next("tcp.k" + std::to_string(i), "tcp") == 'C' + i);
  CHECK(letters.next("tcp.late", "tcp") == std::nullopt);
}

TEST_CASE("a lane tells one story: its helpers go without letters") {
  Letters letters;
  CHECK(letters.next("rdma.registered", "rdma") == 'A');
  CHECK(letters.next("tcp.write_called", "rdma") == std::nullopt);
  CHECK(letters.next("tcp.write_called", "tcp") == 'B');
  CHECK(letters.next("rdma.posted", "rdma") == 'C');
}

TEST_CASE("what the verbs library refuses is part of the RDMA story, even as its beginning") {
  Letters letters;
  CHECK(letters.next("rdma.posted", "rdma") == 'A');
  CHECK(letters.next("verbs.state", "rdma") == 'B');
  CHECK(letters.next("verbs.capability", "early") == 'C');
  CHECK(letters.next("rdma.registered", "early") == 'D');
}

TEST_CASE("what the network does to a lane's frames is part of its story, whoever the lane is") {
  Letters letters;
  CHECK(letters.next("network.link_down", "rdma") == 'A');
  CHECK(letters.next("rdma.posted", "rdma") == 'B');
  CHECK(letters.next("network.frame_lost", "rdma") == 'C');
  CHECK(letters.next("tcp.write_called", "rdma") == std::nullopt);
  CHECK(letters.next("tcp.write_called", "tcp") == 'D');
  CHECK(letters.next("network.frame_lost", "tcp") == 'E');
}
