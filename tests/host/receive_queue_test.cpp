#include "host/os/receive_queue.h"

#include "host/os/send_buffer.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;

TEST_CASE("fragments ahead of a hole wait, duplicates and overlaps are trimmed") {
  ReceiveQueue q;
  std::vector<BusAddr> returned;
  const auto give_back = [&](BusAddr b) { returned.push_back(b); };
  CHECK(q.store(100, {0x2000, 100, 0x2}));
  CHECK_FALSE(q.take(1000, give_back).has_value());
  CHECK(q.store(0, {0x1000, 150, 0x1}));        // overlaps the second by 50
  CHECK_FALSE(q.store(20, {0x3000, 30, 0x3}));  // all there already
  q.in_order_up_to(200);
  CHECK(q.readable() == 200);
  const auto first = q.take(60, give_back);
  CHECK((first->addr == 0x1000 && first->bytes == 60));
  const auto second = q.take(1000, give_back);
  CHECK((second->addr == 0x103c && second->bytes == 40));
  CHECK(returned == std::vector<BusAddr>{0x1});
  const auto third = q.take(1000, give_back);
  CHECK((third->addr == 0x2000 && third->bytes == 100));
  CHECK(returned == std::vector<BusAddr>{0x1, 0x2});
  CHECK(q.readable() == 0);
  CHECK_FALSE(q.store(0, {0x1000, 200, 0x1}));  // stale
}

TEST_CASE("the send buffer is a ring by stream offset") {
  PhysicalMemory memory;
  SendBuffer s(memory, 8192);
  CHECK(s.room() == 8192);
  const auto a = s.append(8000);
  REQUIRE(a.size() == 1);
  CHECK(s.room() == 192);
  s.release_before(5000);
  const auto b = s.append(1000);
  REQUIRE(b.size() == 2);
  CHECK(b[0].bytes == 192);
  CHECK(b[1].addr == a[0].addr);
  CHECK(s.pieces(8100, 200).size() == 2);
  CHECK(s.end() == 9000);
}
