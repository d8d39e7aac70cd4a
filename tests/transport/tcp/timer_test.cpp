#include "support/catch.h"
#include "transport/tcp/script.h"

using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

TEST_CASE("timeouts double: 0.2, 0.4, 0.8, 1.6 s at a round trip of 1 ms (tcp_rules 12, 13)") {
  Settings c;
  c.tail_loss_probe = false;
  Script s(c);
  CHECK(s.play(server_handshake("+.001") + R"(
    +0  write 1000
    +0  > P. 1:1001(1000) ack 1
    +.201~+.203 > P. 1:1001(1000) ack 1
    +0   assert cwnd 1
    +0   assert recovery Loss
    +.4~+.405 > P. 1:1001(1000) ack 1
    +.8~+.805 > P. 1:1001(1000) ack 1
    +1.6~+1.61 > P. 1:1001(1000) ack 1
    +0   assert ssthresh 7              // reduced once a window of data
    +.1  < . 1:1(0) ack 1001 win 320
    +0   assert recovery Open
    +0   assert rto_ms 3216)") == "");  // Karn: no sample from a resent segment, the timer stays backed off
}

TEST_CASE("with timestamps a resent segment gives a sample, and the timer comes back (tcp_rules 15)") {
  Settings c;
  c.tail_loss_probe = false;
  Script s(c);
  CHECK(s.play(R"(
    +0    < S 0:0(0) win 32792 mss 1012 sackOK wscale 7 ts 100 0
    +0    > S. 0:0(0) ack 1
    +.01  < . 1:1(0) ack 1 win 320 ts 110 0
    +0    write 1000
    +0    > P. 1:1001(1000) ack 1
    +.21~+.22 > P. 1:1001(1000) ack 1
    +.01  < . 1:1(0) ack 1001 win 320 ts 350 221
    +0    assert rto_ms 209)") == "");
}

TEST_CASE("the tail probe comes after two round trips, before the timeout (tcp_rules 14)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 10000
    +0   > P. 1:10001(10000) ack 1
    +.022~+.023 > P. 9001:10001(1000) ack 1   // 2 srtt + 2 ms
    +.01 < . 1:1(0) ack 10001 win 320
    +0   assert cwnd 20)") == "");
}

TEST_CASE("a probe that fills the only hole costs a reduction when the next data is acknowledged (RFC 8985, 7.4.2)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 4000
    +0   > P. 1:4001(4000) ack 1
    +.01 < . 1:1(0) ack 3001 win 320
    +.2~+.23 > P. 3001:4001(1000) ack 1
    +.01 < . 1:1(0) ack 4001 win 320
    +0   assert cwnd 10
    +0   write 1000
    +0   > P. 4001:5001(1000) ack 1
    +.01 < . 1:1(0) ack 5001 win 320
    +0   assert cwnd 7)") == "");
}

TEST_CASE("a DSACK for the probe says that nothing was lost") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 4000
    +0   > P. 1:4001(4000) ack 1
    +.01 < . 1:1(0) ack 3001 win 320
    +.2~+.23 > P. 3001:4001(1000) ack 1
    +.01 < . 1:1(0) ack 4001 win 320
    +0   < . 1:1(0) ack 4001 win 320 sack 3001:4001
    +0   write 1000
    +0   > P. 4001:5001(1000) ack 1
    +.01 < . 1:1(0) ack 5001 win 320
    +0   assert cwnd 10)") == "");
}

TEST_CASE("F-RTO: an original that arrives after the timeout takes the reduction back (RFC 5682)") {
  Settings c;
  c.tail_loss_probe = false;
  Script s(c);
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 10000
    +0   > P. 1:10001(10000) ack 1
    +.21~+.22 > . 1:1001(1000) ack 1
    +0   assert cwnd 1
    +.01 < . 1:1(0) ack 2001 win 320      // the first two were only late
    +0   assert cwnd 12
    +0   assert ssthresh 2147483647
    +0   assert recovery Open)") == "");
  CHECK(s.connection.counters().spurious_timeouts == 1);
}

TEST_CASE("after a real timeout new data is tried first, then the loss is believed (RFC 5682, steps 2b and 3a)") {
  Settings c;
  c.tail_loss_probe = false;
  Script s(c);
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 20000
    +0   > P. 1:10001(10000) ack 1
    +.21~+.22 > . 1:1001(1000) ack 1
    +.01 < . 1:1(0) ack 1001 win 320
    +0   > . 10001:12001(2000) ack 1
    +.01 < . 1:1(0) ack 1001 win 320 sack 10001:11001
    +0   > . 1001:2001(1000) ack 1
    +0   assert recovery Loss)") == "");
}

TEST_CASE("data is given up after 15 timeouts, a SYN after 6 (tcp_rules 23)") {
  Settings c;
  Script client(c);
  CHECK(client.play(R"(
    +0 connect
    +0 > S 0:0(0) mss 1460 wscale 7
    +1~+1.01 > S 0:0(0)
    +2~+2.01 > S 0:0(0)
    +4~+4.01 > S 0:0(0)
    +8~+8.01 > S 0:0(0)
    +16~+16.01 > S 0:0(0)
    +32~+32.01 > S 0:0(0)
    +63 assert state SYN_SENT
    +2 assert state CLOSED
    +0 silence
    +0 assert error 110)") == "");

  c.tail_loss_probe = false;
  Script server(c);
  CHECK(server.play(server_handshake("+.001") + R"(
    +0 write 1000
    +923 assert state ESTABLISHED
    +125 assert error 110)") == "");
  CHECK(server.connection.counters().timeouts == 15);
}

TEST_CASE("TCP_USER_TIMEOUT ends the connection at its time") {
  Settings c;
  c.user_timeout = 3'000'000'000'000;
  Script s(c);
  CHECK(s.play(server_handshake("+.01") + R"(
    +0 write 1000
    +3 assert state ESTABLISHED
    +.4 assert error 110)") == "");
}

TEST_CASE("a closed window is probed at the timeout, doubling, and not given up while answers come (tcp_rules 17)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0   write 3000
    +0   > P. 1:3001(3000) ack 1
    +.01 < . 1:1(0) ack 3001 win 0
    +0   write 2000
    +0   silence
    +.21~+.22 > . 3000:3000(0) ack 1
    +.01 < . 1:1(0) ack 3001 win 0
    +.4~+.42 > . 3000:3000(0) ack 1
    +.01 < . 1:1(0) ack 3001 win 0
    +.8~+.84 > . 3000:3000(0) ack 1
    +.01 < . 1:1(0) ack 3001 win 320
    +0   > P. 3001:5001(2000) ack 1)") == "");
}

TEST_CASE("keep-alive: probes after two hours, 75 s apart, nine of them, then RST (tcp(7))") {
  Settings c;
  c.keepalive = true;
  Script s(c);
  CHECK(s.play(server_handshake("+.01") + R"(
    +7199   silence
    +1~+1.1 > . 0:0(0) ack 1
    +.01    < . 1:1(0) ack 1 win 320
    +7199   silence
    +1~+1.1 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > . 0:0(0) ack 1
    +75~+75.01 > R. 1:1(0) ack 1
    +0      assert error 110)") == "");
}

TEST_CASE("after idling a window decays by half an RTO's time each (tcp_rules 24, slow-start-after-idle)") {
  Settings c;
  Script s(c);
  CHECK(s.play(server_handshake("+.1") + R"(
    +0  write 26000
    +0  > P. 1:10001(10000) ack 1
    +.1 < . 1:1(0) ack 10001 win 511
    +0  assert cwnd 20
    +0  > P. 10001:26001(16000) ack 1
    +.1 < . 1:1(0) ack 26001 win 511
    +0  assert cwnd 36
    +2  write 20000
    +0  > P. 26001:36001(10000) ack 1
    +0  assert cwnd 10)") == "");
}
