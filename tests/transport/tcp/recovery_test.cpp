#include "support/catch.h"
#include "transport/tcp/script.h"

// Each case names the public packetdrill script (google/packetdrill, gtests/net/tcp) or the rule whose course it
// follows.
using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

TEST_CASE("without SACK the third duplicate ACK sends the first segment again (tcp_rules 8, fr-4pkt)") {
  Script s;
  CHECK(s.play(server_handshake("+.1", "mss 1460 wscale 7") + R"(
    +0  write 5840
    +0  > P. 1:5841(5840) ack 1
    +.1 < . 1:1(0) ack 1 win 320
    +0  < . 1:1(0) ack 1 win 320
    +0  silence
    +0  < . 1:1(0) ack 1 win 320
    +0  > . 1:1461(1460) ack 1
    +0  assert ssthresh 7              // CUBIC: 10 * 717/1024 (tcp_rules 7)
    +.1 < . 1:1(0) ack 5841 win 320
    +0  silence
    +.1 close
    +0  > F. 5841:5841(0) ack 1
    +.1 < F. 1:1(0) ack 5842 win 320
    +0  > . 5842:5842(0) ack 2
    +0  assert state TIME_WAIT)") == "");
}

TEST_CASE("with SACK the third report makes RACK send it again (fr-4pkt-sack)") {
  Script s;
  CHECK(s.play(server_handshake("+.1", "mss 1460 sackOK wscale 7") + R"(
    +0  write 5840
    +0  > P. 1:5841(5840) ack 1
    +.1 < . 1:1(0) ack 1 win 320 sack 1461:2921
    +0  < . 1:1(0) ack 1 win 320 sack 1461:4381
    +0  silence
    +0  < . 1:1(0) ack 1 win 320 sack 1461:5841
    +0  > . 1:1461(1460) ack 1
    +0  assert recovery Recovery
    +.1 < . 1:1(0) ack 5841 win 320
    +0  assert recovery Open
    +0  assert cwnd 7)") == "");
}

TEST_CASE("limited transmit: a new segment for each of the first two reports (tcp_rules 9, limited-transmit-sack)") {
  Script s;
  CHECK(s.play(server_handshake("+.1") + R"(
    +0   write 15000
    +0   > P. 1:10001(10000) ack 1
    +.11 < . 1:1(0) ack 1 win 320 sack 1001:2001
    +0   > . 10001:11001(1000) ack 1
    +.01 < . 1:1(0) ack 1 win 320 sack 1001:3001
    +0   > . 11001:12001(1000) ack 1
    +.01 < . 1:1(0) ack 3001 win 320
    +0   > P. 12001:14001(2000) ack 1
    +.02 < . 1:1(0) ack 5001 win 320
    +0   > P. 14001:15001(1000) ack 1
    +.02 < . 1:1(0) ack 15001 win 320
    +0   assert retrans 0
    +0   silence)") == "");
}

TEST_CASE("proportional rate reduction through two holes (tcp_rules 10, prr-ss-30pkt-lost-1_4-11_16)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0    write 20000
    +0    > P. 1:10001(10000) ack 1
    +.01  < . 1:1(0) ack 1 win 320 sack 4001:5001
    +0    > . 10001:11001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:6001
    +0    > . 11001:12001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:7001
    +0    > . 1:1001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:8001
    +0    > . 1001:2001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:9001
    +0    > . 2001:3001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:10001
    +0    > . 3001:4001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:11001
    +0    > . 12001:13001(1000) ack 1
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:12001
    +0    > . 13001:14001(1000) ack 1
    +.01  < . 1:1(0) ack 1001 win 320 sack 4001:12001
    +0    > P. 14001:16001(2000) ack 1
    +.002 < . 1:1(0) ack 1001 win 320 sack 2001:12001
    +0    > . 1001:2001(1000) ack 1
    +0    > . 16001:17001(1000) ack 1
    +.002 < . 1:1(0) ack 1001 win 320 sack 2001:13001
    +0    > . 17001:18001(1000) ack 1
    +.002 < . 1:1(0) ack 1001 win 320 sack 2001:14001
    +0    > . 18001:19001(1000) ack 1)") == "");
}

TEST_CASE("after a recovery ssthresh segments may go at once (prr-ss-30pkt-lost1_4)") {
  Script s;
  CHECK(s.play(server_handshake("+.01") + R"(
    +0    write 10000
    +0    > P. 1:10001(10000) ack 1
    +.01  < . 1:1(0) ack 1 win 320 sack 4001:5001
    +.002 < . 1:1(0) ack 1 win 320 sack 4001:6001
    +0    < . 1:1(0) ack 1 win 320 sack 4001:7001
    +0    > . 1:1001(1000) ack 1
    +0    < . 1:1(0) ack 1 win 320 sack 4001:8001
    +0    > . 1001:2001(1000) ack 1
    +0    < . 1:1(0) ack 1 win 320 sack 4001:9001
    +0    > . 2001:3001(1000) ack 1
    +0    < . 1:1(0) ack 1 win 320 sack 4001:10001
    +0    > . 3001:4001(1000) ack 1
    +.01  < . 1:1(0) ack 1001 win 320 sack 4001:10001
    +0    < . 1:1(0) ack 2001 win 320 sack 4001:10001
    +0    < . 1:1(0) ack 3001 win 320 sack 4001:10001
    +0    < . 1:1(0) ack 10001 win 320
    +.01  write 10000
    +0    > . 10001:17001(7000) ack 1)") == "");
}

TEST_CASE("SACK blocks of an ACK that was overtaken still count (prr-ss-ack-below-snd_una-cubic)") {
  Script s;
  CHECK(s.play(server_handshake("+.01", "mss 1000 sackOK wscale 8") + R"(
    +0    write 10000
    +0    > P. 1:10001(10000) ack 1
    +.01  < . 1:1(0) ack 1 win 320 sack 1001:2001
    +0    < . 1:1(0) ack 1 win 320 sack 1001:3001
    +0    < . 1:1(0) ack 1 win 320 sack 1001:3001 8001:9001
    +0    > . 1:1001(1000) ack 1
    +.012 < . 1:1(0) ack 4001 win 320 sack 8001:9001
    +0    > . 4001:7001(3000) ack 1
    +0    write 10000
    +.002 < . 1:1(0) ack 3001 win 320 sack 5001:7001
    +0    > . 7001:8001(1000) ack 1
    +0    > . 10001:11001(1000) ack 1)") == "");
}

TEST_CASE("RACK's timer waits a quarter of a round trip once the path was seen to reorder (cubic-rack-reo-timeout)") {
  Script s;
  CHECK(s.play(server_handshake("+.020") + R"(
    +0    write 10000
    +0    > P. 1:10001(10000) ack 1
    +.020 < . 1:1(0) ack 1 win 320 sack 9001:10001
    +0    < . 1:1(0) ack 1 win 320 sack 3001:4001 9001:10001
    +0    assert sacked 2
    +0    < . 1:1(0) ack 10001 win 320
    +0    assert sacked 0
    +.010 assert reordering 10
    +0    assert reord_seen 2
    +.010 assert cwnd 19
    +.005 write 2000
    +0    > P. 10001:12001(2000) ack 1
    +.020 < . 1:1(0) ack 10001 win 320 sack 11001:12001
    +0    assert recovery Disorder
    +0    assert cwnd 19
    +.007 > . 10001:11001(1000) ack 1
    +0    assert recovery Recovery
    +0    assert lost 1)") == "");
}

TEST_CASE("tail probe, timeout, slow start, then CUBIC's plateau (tcp_rules 12-14, cubic-rto-ss-ca-cwnd-bump)") {
  Script s;
  CHECK(s.play(server_handshake("+.1") + R"(
    +0   write 1000
    +0   > P. 1:1001(1000) ack 1
    +.1  < . 1:1(0) ack 1001 win 257
    +0   assert cwnd 10                 // the window was not in full use
    +0   write 1000
    +0   > P. 1001:2001(1000) ack 1
    +.3~+.303 > P. 1001:2001(1000) ack 1  // probe: the timeout would come first, at srtt + 200 ms
    +.3~+.303 > P. 1001:2001(1000) ack 1
    +.1  < . 1:1(0) ack 2001 win 257
    +0   assert cwnd 2
    +0   assert ssthresh 7
    +0   write 200000
    +0   > . 2001:4001(2000) ack 1
    +.1  < . 1:1(0) ack 3001 win 257
    +0   > . 4001:6001(2000) ack 1
    +0   assert cwnd 3
    +.002 < . 1:1(0) ack 4001 win 257
    +0   > . 6001:8001(2000) ack 1
    +.098 < . 1:1(0) ack 5001 win 257
    +0   > . 8001:10001(2000) ack 1
    +.002 < . 1:1(0) ack 6001 win 257
    +0   > . 10001:12001(2000) ack 1
    +.002 < . 1:1(0) ack 7001 win 257
    +0   > . 12001:14001(2000) ack 1
    +0   assert cwnd 7
    +.002 < . 1:1(0) ack 8001 win 257
    +0   > . 14001:15001(1000) ack 1
    +.098 < . 1:1(0) ack 9001 win 257
    +0   > . 15001:16001(1000) ack 1
    +.002 < . 1:1(0) ack 10001 win 257
    +.002 < . 1:1(0) ack 11001 win 257
    +.002 < . 1:1(0) ack 12001 win 257
    +.002 < . 1:1(0) ack 13001 win 257
    +.002 < . 1:1(0) ack 14001 win 257
    +.002 < . 1:1(0) ack 15001 win 257
    +.098 < . 1:1(0) ack 16001 win 257
    +0   drain
    +0   assert cwnd 7
    +.002 < . 1:1(0) ack 17001 win 257
    +.002 < . 1:1(0) ack 18001 win 257
    +.002 < . 1:1(0) ack 19001 win 257
    +.002 < . 1:1(0) ack 20001 win 257
    +.002 < . 1:1(0) ack 21001 win 257
    +.002 < . 1:1(0) ack 22001 win 257
    +.098 < . 1:1(0) ack 23001 win 257
    +0   assert cwnd 8)") == "");
}
