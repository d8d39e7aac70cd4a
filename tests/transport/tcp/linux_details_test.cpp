#include "support/catch.h"
#include "transport/tcp/script.h"

// Details that packetdrill scripts see, each with the place in Linux 6.1 that it follows.
using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

namespace {

/// Opens a server's connection: MSS 1000, SACK, round trip 50 ms.
void open(Script& s) { REQUIRE(s.play(server_handshake("+.05")) == ""); }

bool pushed(const SegmentOut& segment) { return segment.has(wire::tcp_psh); }

}  // namespace

TEST_CASE("a segment of several frames carries PSH, also in the middle of a write (__tcp_transmit_skb)") {
  Script s;
  open(s);
  s.connection.send(s.now, 30'000);
  const auto first = s.connection.next(s.now, 65'536);
  REQUIRE(first);
  CHECK(first->frames() > 1);
  CHECK(pushed(*first));
  CHECK_FALSE(pushed(frame_of(*first, 0)));
  CHECK(pushed(frame_of(*first, first->frames() - 1)));
}

TEST_CASE("a write in pieces has PSH at its end and wherever half the window has gone by (forced_push)") {
  Script s;
  open(s);  // the largest window is 320 << 7 = 40960
  CHECK(s.connection.piece() == 20'000);
  s.connection.send(s.now, 20'000, true);
  s.connection.send(s.now, 20'000, true);  // 40000 > 20480 without a push
  s.connection.send(s.now, 100, false);
  std::vector<std::uint64_t> ends;
  SegmentIn ack;
  ack.header.seq = 1;
  ack.header.window = 320;
  ack.header.flags = wire::tcp_ack;
  for (int round = 0; round < 100 && s.connection.acknowledged() < 40'100; ++round) {
    while (auto frame = s.connection.next(s.now, 1)) {  // frame by frame
      ack.header.ack = frame->header.seq + frame->payload;
      if (pushed(*frame)) ends.push_back(frame->offset + frame->payload);
    }
    s.now += 50'000'000'000;
    s.connection.segment_arrived(s.now, ack);
  }
  CHECK(ends == std::vector<std::uint64_t>{40'000, 40'100});
}

TEST_CASE("what joins an unsent segment takes its push over, and a resend keeps its own (tcp_sendmsg_locked)") {
  Script s;
  open(s);
  s.connection.set_cork(true);
  CHECK(s.play("+0 write 100\n+0 silence\n+0 write 100\n+0 silence\n") == "");
  s.connection.set_cork(false);
  CHECK(s.play("+0 write 50\n+0 > P. 1:251(250) ack 1\n+.25 > P. 1:251(250) ack 1\n") == "");
}

TEST_CASE("a held segment with nothing under way is sent by the probe's timer (tcp_check_probe_timer)") {
  Script s;
  open(s);
  s.connection.set_cork(true);
  CHECK(s.play("+0 write 100\n+0 silence\n+.25 > P. 1:101(100) ack 1\n") == "");
}

TEST_CASE("a FIN clears what waits to be reported (tcp_fin)") {
  Script s;
  open(s);
  CHECK(s.play("+0 < . 1:1001(1000) ack 1 win 320\n+0 > . 1:1(0) ack 1001\n+0 read 1000\n"
               "+0 < F. 1:1001(1000) ack 1 win 320\n") == "");
  s.play("+.04 assert cwnd 10\n");
  REQUIRE(s.sent.size() == 1);
  CHECK(s.sent.front().second.header.ack == 1002);
  CHECK(s.sent.front().second.header.options.sack_blocks == 0);
}

TEST_CASE("what had come ahead and comes again within a segment is a duplicate (tcp_ofo_queue)") {
  Script s;
  open(s);
  CHECK(s.play("+0 < . 1001:2001(1000) ack 1 win 320\n+0 > . 1:1(0) ack 1 sack 1001:2001\n"
               "+0 < . 4001:5001(1000) ack 1 win 320\n+0 > . 1:1(0) ack 1 sack 4001:5001 1001:2001\n"
               "+0 < . 1:3001(3000) ack 1 win 320\n+0 > . 1:1(0) ack 3001 sack 1001:2001 4001:5001\n") == "");
}

TEST_CASE("TCP_QUICKACK sends a waiting ACK once all is read, and 0 lets it wait for data (tcp_sock_set_quickack)") {
  Script s;
  open(s);
  s.connection.set_quickack(false);
  CHECK(s.play("+0 < P. 1:501(500) ack 1 win 320\n+0 silence\n") == "");
  s.connection.set_quickack(true);
  CHECK(s.play("+0 drain\n+0 silence\n") == "");
  s.connection.set_quickack(false);
  CHECK(s.play("+0 read 500\n+0 silence\n") == "");
  s.connection.set_quickack(true);
  CHECK(s.play("+0 drain\n+0 > . 1:1(0) ack 501\n") == "");
}
