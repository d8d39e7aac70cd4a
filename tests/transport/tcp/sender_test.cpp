#include "support/catch.h"
#include "transport/tcp/script.h"

using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

TEST_CASE("Nagle holds a second small segment, TCP_NODELAY does not (tcp_rules 18)") {
  const std::string lines = server_handshake("+.1") + "+0 write 400\n+0 > P. 1:401(400) ack 1\n+0 write 400\n";
  Script nagle;
  CHECK(nagle.play(lines + "+0 silence\n+.1 < . 1:1(0) ack 401 win 320\n+0 > P. 401:801(400) ack 1\n") == "");
  Settings c;
  c.nodelay = true;
  Script nodelay(c);
  CHECK(nodelay.play(lines + "+0 > P. 401:801(400) ack 1\n") == "");
  Script filled;
  CHECK(filled.play(lines + "+0 write 700\n+0 > . 401:1401(1000) ack 1\n+0 silence\n") == "");
  c.nodelay = false;
  c.cork = true;
  Script corked(c);
  CHECK(corked.play(server_handshake("+.1") +
                    "+0 write 400\n+0 silence\n+0 write 700\n+0 > . 1:1001(1000) ack 1\n+0 silence\n") == "");
}

TEST_CASE("ten segments, then the window grows by what is acknowledged (tcp_rules 4, 5, slow-start-ack-per-2pkt)") {
  Script s;
  CHECK(s.play(server_handshake("+.1") + R"(
    +0  write 100000
    +0  > . 1:10001(10000) ack 1
    +0  assert cwnd 10
    +.1 < . 1:1(0) ack 2001 win 320
    +0  > . 10001:14001(4000) ack 1
    +0  assert cwnd 12
    +.004 < . 1:1(0) ack 4001 win 320
    +0  assert cwnd 14
    +.004 < . 1:1(0) ack 10001 win 320
    +0  assert cwnd 20)") == "");
}

TEST_CASE("the peer's window holds the sender, a remainder below a segment waits, then goes with the probe") {
  Script small;
  CHECK(small.play("+0 < S 0:0(0) win 2500 mss 1000 sackOK\n+0 > S. 0:0(0) ack 1\n+.01 < . 1:1(0) ack 1 win 2500\n"
                   R"(
    +0   write 5000
    +0   > . 1:2001(2000) ack 1
    +0   silence
    +.01 < . 1:1(0) ack 2001 win 500
    +0   silence
    +.2~+.22 > P. 2001:2501(500) ack 1)") == "");
}

TEST_CASE("both ends open at once (RFC 9293, figure 7)") {
  Script s;
  CHECK(s.play(R"(
    +0   connect
    +0   > S 0:0(0)
    +.01 < S 0:0(0) win 5840 mss 1000
    +0   > S. 0:0(0) ack 1
    +0   assert state SYN_RECEIVED
    +.01 < . 1:1(0) ack 1 win 5840
    +0   assert state ESTABLISHED
    +0   write 1000
    +0   > P. 1:1001(1000) ack 1)") == "");
}

TEST_CASE("both ends close at once (tcp_rules 22)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   close
    +0   > F. 1:1(0) ack 1
    +.01 < F. 1:1(0) ack 1 win 320
    +0   > . 2:2(0) ack 2
    +0   assert state CLOSING
    +.01 < . 2:2(0) ack 2 win 320
    +0   assert state TIME_WAIT
    +59  assert state TIME_WAIT
    +1.1 assert state CLOSED)") == "");
}

TEST_CASE("the peer closes first (close-remote-fin-then-close)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +.01 < F. 1:1(0) ack 1 win 257
    +0   > . 1:1(0) ack 2
    +0   assert state CLOSE_WAIT
    +.01 close
    +0   > F. 1:1(0) ack 2
    +0   assert state LAST_ACK
    +.01 < . 2:2(0) ack 2 win 257
    +0   assert state CLOSED
    +0   assert error 0)") == "");
}

TEST_CASE("close() with data unread resets, so does an orphan that is sent more data") {
  Script unread;
  CHECK(unread.play(server_handshake("+.01") + R"(
    +0 < P. 1:1001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1001
    +0 close
    +0 > R. 1:1(0) ack 1001)") == "");
  Script orphan;
  CHECK(orphan.play(server_handshake("+.01") + R"(
    +0 close
    +0 > F. 1:1(0) ack 1
    +.01 < P. 1:1001(1000) ack 2 win 320
    +0 > R 2:2(0)
    +0 assert state CLOSED)") == "");
}

TEST_CASE("a RST that answers the SYN refuses, after the peer's FIN it is a broken pipe") {
  Script refused;
  CHECK(refused.play("+0 connect\n+0 > S 0:0(0)\n+.01 < R. 0:0(0) ack 1 win 0\n+0 assert error 111\n") == "");
  Script pipe;
  CHECK(pipe.play(server_handshake("+.01") +
                  "+0 < F. 1:1(0) ack 1 win 320\n+0 > . 1:1(0) ack 2\n+0 < R 2:2(0) win 0\n+0 assert error 32\n") ==
        "");
}

TEST_CASE("an ACK of what was never sent does nothing, one far in the past is challenged (RFC 5961, 5)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 1000
    +0   > P. 1:1001(1000) ack 1
    +0   < . 1:1(0) ack 5001 win 320
    +0   silence
    +0   assert unacked 1)") == "");
}

TEST_CASE("DSACKs for all resends take a reduction back (RFC 3708)") {
  Script s;
  CHECK(s.play(server_handshake("+.1") + R"(
    +0  write 10000
    +0  > P. 1:10001(10000) ack 1
    +.1 < . 1:1(0) ack 1 win 320 sack 1001:2001
    +0  < . 1:1(0) ack 1 win 320 sack 1001:3001
    +0  < . 1:1(0) ack 1 win 320 sack 1001:4001
    +0  > . 1:1001(1000) ack 1
    +0  assert ssthresh 7
    +.01 < . 1:1(0) ack 4001 win 320
    +.09 < . 1:1(0) ack 4001 win 320 sack 1:1001
    +0  assert ssthresh 2147483647
    +0  assert recovery Open)") == "");
  CHECK(s.connection.counters().undone == 1);
}

TEST_CASE("PSH goes with the last octet written, and ends each unit of several frames") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + "+0 write 2500\n") == "");
  REQUIRE(s.sent.size() == 3);
  CHECK_FALSE(s.sent[0].second.has(wire::tcp_psh));
  CHECK(s.sent[1].second.has(wire::tcp_psh));  // two frames left in one go, a millisecond's worth
  CHECK(s.sent[2].second.has(wire::tcp_psh));
  CHECK(s.sent[1].second.offset == 1000);
  CHECK(s.sent[2].second.payload == 500);
}
