#include "support/catch.h"
#include "transport/tcp/script.h"

using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

TEST_CASE("options of the handshake: MSS, SACK-permitted, window scale, each only when asked for (tcp_rules 2, 3)") {
  Script plain;
  CHECK(plain.play("+0 < S 0:0(0) win 1000\n+0 > S. 0:0(0) ack 1 mss 1460\n") == "");
  CHECK(plain.connection.effective_mss() == 536);  // RFC 9293, 3.7.1
  CHECK_FALSE(plain.connection.info().sack);
  Script full;
  CHECK(full.play("+0 < S 0:0(0) win 1000 mss 1460 sackOK wscale 7 ts 1 0\n+0 > S. 0:0(0) ack 1 mss 1460 wscale 7\n") ==
        "");
  CHECK(full.connection.effective_mss() == 1448);
  Settings jumbo;
  jumbo.mss = 8960;
  Script large(jumbo);
  CHECK(large.play("+0 < S 0:0(0) win 1000 mss 8960 sackOK ts 1 0\n+0 > S. 0:0(0) ack 1 mss 8960\n") == "");
  CHECK(large.connection.effective_mss() == 8948);
}

TEST_CASE("the first 16 segments are acknowledged at once, then every second, a last one after 40 ms (tcp_rules 16)") {
  Script s;
  std::string lines = server_handshake("+.01");
  std::uint32_t at = 1;
  const auto segment = [&](bool acknowledged) {
    lines += "+0 < . " + std::to_string(at) + ':' + std::to_string(at + 1000) + "(1000) ack 1 win 320\n";
    at += 1000;
    lines += acknowledged ? "+0 > . 1:1(0) ack " + std::to_string(at) + '\n' : "+0 silence\n";
  };
  for (int i = 0; i < 16; ++i) segment(true);
  for (int i = 0; i < 4; ++i) {
    segment(false);
    segment(true);
  }
  segment(false);
  lines += "+.04~+.041 > . 1:1(0) ack " + std::to_string(at) + '\n';
  CHECK(s.play(lines) == "");
  CHECK(s.connection.counters().delayed_acks == 1);
}

TEST_CASE("a reader that takes all of what was pushed acknowledges it (tcp_cleanup_rbuf)") {
  Script s;
  std::string lines = server_handshake("+.01");
  std::uint32_t at = 1;
  for (int i = 0; i < 16; ++i) {
    lines += "+0 < . " + std::to_string(at) + ':' + std::to_string(at + 1000) +
             "(1000) ack 1 win 320\n+0 > . 1:1(0) ack " + std::to_string(at + 1000) + '\n';
    at += 1000;
  }
  lines += "+0 read 16000\n+0 silence\n";
  lines +=
      "+0 < P. 16001:17001(1000) ack 1 win 320\n+0 silence\n+0 read 500\n+0 silence\n+0 read 500\n+0 > . 1:1(0) ack "
      "17001\n";
  CHECK(s.play(lines) == "");
}

TEST_CASE("segments 2, 4, 6, 8 of nine lost: the newest block first, at most three beside timestamps (tcp_rules 11)") {
  Script s;
  CHECK(s.play(R"(
    +0   < S 0:0(0) win 32792 mss 1012 sackOK wscale 7 ts 100 0
    +0   > S. 0:0(0) ack 1
    +.01 < . 1:1(0) ack 1 win 320 ts 101 0
    +0   < . 1:1001(1000) ack 1 win 320 ts 102 0
    +0   > . 1:1(0) ack 1001
    +0   < . 2001:3001(1000) ack 1 win 320 ts 102 0
    +0   > . 1:1(0) ack 1001 sack 2001:3001
    +0   < . 4001:5001(1000) ack 1 win 320 ts 102 0
    +0   > . 1:1(0) ack 1001 sack 4001:5001 2001:3001
    +0   < . 6001:7001(1000) ack 1 win 320 ts 102 0
    +0   > . 1:1(0) ack 1001 sack 6001:7001 4001:5001 2001:3001
    +.01 < . 8001:9001(1000) ack 1 win 320 ts 102 0
    +0~+.002 > . 1:1(0) ack 1001 sack 8001:9001 6001:7001 4001:5001
    +0   < . 3001:4001(1000) ack 1 win 320 ts 103 0
    +0~+.002 > . 1:1(0) ack 1001 sack 2001:5001 8001:9001 6001:7001
    +0   < . 1001:2001(1000) ack 1 win 320 ts 103 0
    +0   > . 1:1(0) ack 5001 sack 8001:9001 6001:7001
    +0   < . 5001:6001(1000) ack 1 win 320 ts 103 0
    +0   < . 7001:8001(1000) ack 1 win 320 ts 103 0
    +0   > . 1:1(0) ack 7001 sack 8001:9001
    +0   > . 1:1(0) ack 9001)") == "");
}

TEST_CASE("what comes twice is reported first (RFC 2883)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0 < . 1:1001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1001
    +0 < . 1:1001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1001 sack 1:1001
    +0 < . 3001:4001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1001 sack 3001:4001
    +0 < . 3001:4001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1001 sack 3001:4001 3001:4001
    +0 < . 501:1501(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1501 sack 501:1001 3001:4001)") == "");
}

TEST_CASE("a segment out of the window is answered and dropped, a RST counts only at the next number (tcp_rules 19)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0 < . 90001:91001(1000) ack 1 win 320
    +0 > . 1:1(0) ack 1
    +0 < R 2:2(0) win 0
    +0 > . 1:1(0) ack 1
    +0 < R 3:3(0) win 0             // one answer in half a second
    +0 silence
    +1 < S 1:1(0) win 320
    +0 > . 1:1(0) ack 1
    +0 assert state ESTABLISHED
    +0 < R 1:1(0) win 0
    +0 assert state CLOSED
    +0 assert error 104)") == "");
}

TEST_CASE("an older timestamp is refused (tcp_rules 20)") {
  Script s;
  CHECK(s.play(R"(
    +0   < S 0:0(0) win 32792 mss 1012 sackOK wscale 7 ts 2000 0
    +0   > S. 0:0(0) ack 1
    +.01 < . 1:1(0) ack 1 win 320 ts 2010 0
    +.01 < . 1:1001(1000) ack 1 win 320 ts 1500 0
    +0   > . 1:1(0) ack 1
    +0   < . 1:1001(1000) ack 1 win 320 ts 2010 0
    +0   > . 1:1(0) ack 1001)") == "");
  CHECK(s.connection.counters().paws_drops == 1);
}

TEST_CASE("a buffer that runs full closes the window, half of it free opens it again (tcp_rules 18)") {
  Settings c;
  c.receive_buffer = 8000;
  c.window_scale = 0;
  Script s(c);
  CHECK(s.play("+0 < S 0:0(0) win 32792 mss 1000 sackOK\n+0 > S. 0:0(0) ack 1 win 8000\n+.01 < . 1:1(0) ack 1 win 320\n"
               R"(
    +0 < . 1:4001(4000) ack 1 win 320
    +0 < P. 4001:8001(4000) ack 1 win 320
    +0 > . 1:1(0) ack 4001 win 4000
    +0 > . 1:1(0) ack 8001 win 0
    +0 < . 8001:8501(500) ack 1 win 320
    +0 > . 1:1(0) ack 8001 win 0
    +0 read 200
    +0 silence
    +0 read 3900
    +0 > . 1:1(0) ack 8001)") == "");
  CHECK(s.connection.info().rcv_wnd == 2 * 1460);  // whole segments
}

TEST_CASE("CE is echoed until the sender answers with CWR (tcp_rules 21)") {
  Script s;
  CHECK(s.play(R"(
    +0   < SEW 0:0(0) win 32792 mss 1000 sackOK wscale 7
    +0   > SE. 0:0(0) ack 1
    +.01 < . 1:1(0) ack 1 win 320
    +0   < . 1:1001(1000) ack 1 win 320 ect0
    +0   > . 1:1(0) ack 1001
    +0   < . 1001:2001(1000) ack 1 win 320 ce
    +0   > E. 1:1(0) ack 2001
    +0   < . 2001:3001(1000) ack 1 win 320 ect0
    +0   > E. 1:1(0) ack 3001
    +0   < W. 3001:4001(1000) ack 1 win 320 ect0
    +0   > . 1:1(0) ack 4001)") == "");
}

TEST_CASE("an ECN echo reduces the window once a round trip, and CWR tells the peer") {
  Script s;
  CHECK(s.play(R"(
    +0   < SEW 0:0(0) win 32792 mss 1000 sackOK wscale 7
    +0   > SE. 0:0(0) ack 1
    +.01 < . 1:1(0) ack 1 win 320
    +0   write 20000
    +0   > P. 1:10001(10000) ack 1
    +.01 < E. 1:1(0) ack 2001 win 320
    +0   assert recovery CWR
    +0   assert ssthresh 7
    +0   > W. 10001:12001(2000) ack 1
    +.01 < E. 1:1(0) ack 4001 win 320
    +0   assert ssthresh 7)") == "");
}

TEST_CASE("a hole that is filled is acknowledged at once, also when the quick ACKs are used up (RFC 5681, 4.2)") {
  Script s;
  std::string lines = server_handshake("+.01");
  for (int at = 1; at < 16001; at += 1000) {
    lines += "+0 < . " + std::to_string(at) + ':' + std::to_string(at + 1000) + "(1000) ack 1 win 320\n";
  }
  CHECK(s.play(lines + R"(
    +0 drain
    +0 < . 16501:17001(500) ack 1 win 320
    +0 > . 1:1(0) ack 16001 sack 16501:17001
    +0 < . 16001:16501(500) ack 1 win 320
    +0 > . 1:1(0) ack 17001
    +0 silence)") == "");
  CHECK(s.connection.counters().delayed_acks == 0);
}

TEST_CASE("a window is not opened by less than a segment (silly window, tcp_rules 18)") {
  Settings c;
  c.receive_buffer = 8000;
  Script s(c);
  CHECK(s.play("+0 < S 0:0(0) win 32792 mss 1000 sackOK wscale 7\n+0 > S. 0:0(0) ack 1\n+.01 < . 1:1(0) ack 1 win 320\n"
               R"(
    +0 < P. 1:1001(1000) ack 1 win 320
    +0 < P. 1001:8001(7000) ack 1 win 320
    +0 drain
    +.1 drain
    +0 read 600
    +0 silence
    +0 read 5000
    +0 > . 1:1(0) ack 8001)") == "");
}
