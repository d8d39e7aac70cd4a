#include "tlm/systemc/ethernet_socket.h"

#include "support/catch.h"
#include "tlm/packet_pool.h"

using namespace rocelab;

namespace {

struct Device : sc_core::sc_module, FrameSink {
  explicit Device(sc_core::sc_module_name name) : sc_module(name), port("port", *this) {}
  void frame(PacketPtr, Ps, Ps) override {}
  EthernetPort port;
};

}  // namespace

TEST_CASE("two plugs carry frames both ways, whole and with their times") {
  PacketPool pool;
  EthernetStub a("a"), b("b");
  bind(a.port, b.port);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);

  PacketPtr packet = pool.make(100);
  packet->length = 100;
  a.send(packet, 640, 640 + 104 * 80);
  b.send(pool.make(60), 1, 2);
  REQUIRE(b.arrivals().size() == 1);
  CHECK(b.arrivals()[0].packet.get() == packet.get());
  CHECK(b.arrivals()[0].first_bit == 640);
  CHECK(b.arrivals()[0].last_bit == 640 + 104 * 80);
  CHECK(a.arrivals().size() == 1);
}

TEST_CASE("the socket knows its far end as the plain object behind it") {
  Device left("left"), right("right");
  bind(left.port, right.port);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  CHECK(&left.port.tx.peer() == &right);
  CHECK(&right.port.tx.peer() == &left);
}

TEST_CASE("a plug that leads nowhere is found at elaboration") {
  EthernetStub a("a");
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME), Contains("not bound"));
}
