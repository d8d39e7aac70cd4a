#include "hw/rnic/rx_buffer.h"

#include "support/catch.h"
#include "tlm/packet_pool.h"

using namespace rocelab;
using rnic::RxBuffer;

namespace {

PacketPtr frame(PacketPool& pool, bool lossless = false, std::uint8_t priority = 0) {
  PacketPtr p = pool.make(996);  // 1000 octets with the FCS
  p->length = 996;
  p->lossless = lossless;
  p->priority = Priority{priority};
  return p;
}

}  // namespace

TEST_CASE("a frame takes its room and gives it back with its last user") {
  PacketPool pool;
  RxBuffer buffer(4000);
  const PacketPtr p = frame(pool);
  REQUIRE(buffer.admit(*p));
  CHECK(buffer.fill() == 1000);
  buffer.retain(*p);
  buffer.release(*p);
  CHECK(buffer.fill() == 1000);
  buffer.release(*p);
  CHECK(buffer.fill() == 0);
}

TEST_CASE("a frame that does not fit is refused and nothing of it is kept") {
  PacketPool pool;
  RxBuffer buffer(2500);
  const PacketPtr one = frame(pool), two = frame(pool), three = frame(pool);
  CHECK(buffer.admit(*one));
  CHECK(buffer.admit(*two));
  CHECK_FALSE(buffer.admit(*three));
  CHECK(buffer.fill() == 2000);
  buffer.release(*three);
  CHECK(buffer.fill() == 2000);
  buffer.release(*one);
  CHECK(buffer.admit(*three));
}

TEST_CASE("a lossless class is asked to stop above half and let go below a quarter, once each") {
  PacketPool pool;
  RxBuffer buffer(8000);
  std::vector<std::pair<int, bool>> asked;
  buffer.on_pressure = [&](Priority p, bool on) { asked.emplace_back(p.value, on); };
  std::vector<PacketPtr> frames;
  for (int i = 0; i < 6; ++i) {
    frames.push_back(frame(pool, true, 3));
    REQUIRE(buffer.admit(*frames.back()));
    CHECK(asked.size() == (i < 4 ? 0 : 1));
  }
  for (int i = 0; i < 6; ++i) {
    CHECK(asked.size() == (i < 5 ? 1 : 2));
    buffer.release(*frames[static_cast<std::size_t>(i)]);
  }
  CHECK(asked == std::vector<std::pair<int, bool>>{{3, true}, {3, false}});
}

TEST_CASE("a lossy class is never asked to stop") {
  PacketPool pool;
  RxBuffer buffer(2000);
  bool asked = false;
  buffer.on_pressure = [&](Priority, bool) { asked = true; };
  const PacketPtr one = frame(pool), two = frame(pool);
  CHECK(buffer.admit(*one));
  CHECK(buffer.admit(*two));
  buffer.release(*one), buffer.release(*two);
  CHECK_FALSE(asked);
}
