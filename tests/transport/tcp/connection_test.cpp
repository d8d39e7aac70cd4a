#include "support/catch.h"
#include "transport/tcp/pipe.h"

using namespace rocelab;
using namespace rocelab::tcp;
using rocelab::tcp::test::Pipe;

namespace {
constexpr Ps ms = 1'000'000'000;
}

TEST_CASE("three-way handshake with options (tcp_rules 1, 2, 3)") {
  Pipe p;
  p.connect();
  p.t.run_until(10 * ms);
  CHECK(p.a.connection.state() == State::established);
  CHECK(p.b.connection.state() == State::established);
  REQUIRE(p.a.log.size() == 2);
  REQUIRE(p.b.log.size() == 1);
  const auto& syn = p.a.log[0].header;
  CHECK(syn.flags == wire::tcp_syn);
  CHECK(*syn.options.mss == 1460);
  CHECK(syn.options.sack_permitted);
  CHECK(*syn.options.window_scale == 7);
  CHECK(p.b.log[0].header.ack == syn.seq + 1);
  CHECK(p.a.log[1].header.ack == p.b.log[0].header.seq + 1);
  CHECK(p.a.connection.effective_mss() == 1448);
}

TEST_CASE("a message arrives, its last segment pushed and acknowledged at once (tcp_rules 16)") {
  Pipe p;
  p.connect();
  p.t.run_until(10 * ms);
  p.send(p.a, 4096);
  p.t.run_until(10 * ms + 3 * Pipe::delay);
  CHECK(p.b.read == 4096);
  CHECK(p.a.connection.acknowledged() == 4096);
  CHECK((p.a.log.back().header.flags & wire::tcp_psh) != 0);
}

TEST_CASE("the initial window is ten segments, and slow start doubles it a round trip (tcp_rules 4, 5)") {
  Pipe p;
  p.a.max_payload = 1448;
  p.connect();
  p.t.run_until(10 * ms);
  const auto before = p.a.log.size();
  p.send(p.a, 1'000'000);
  CHECK(p.a.log.size() - before == 10);
  p.t.run_until(10 * ms + 2 * Pipe::delay + 2'000'000);
  CHECK(p.a.connection.congestion().cwnd() == 20);
  p.t.run_until(50 * ms);
  CHECK(p.b.read == 1'000'000);
}

TEST_CASE("a bulk transfer ends without waiting for a delayed ACK") {
  Pipe p;
  p.connect();
  p.t.run_until(ms);
  p.send(p.a, 10'001'449);
  while (p.b.read < 10'001'449) p.t.run_until(p.t.now() + ms / 10);
  const Ps delivered = p.t.now();
  p.t.run_until(delivered + ms);
  CHECK(p.a.connection.acknowledged() == 10'001'449);
}

TEST_CASE("a lost segment comes again after the retransmission timeout, which doubles (tcp_rules 12, 13)") {
  Pipe p;
  p.a.path.drops = {3, 4, 5};  // SYN, ACK, then the data three times
  p.connect();
  p.t.run_until(ms);
  p.send(p.a, 1000);
  p.t.run_until(100 * ms);
  CHECK(p.b.read == 0);
  p.t.run_until(3000 * ms);
  CHECK(p.b.read == 1000);
  CHECK(p.a.connection.timeouts() == 2);  // the first resend is the tail loss probe
  CHECK(p.a.connection.counters().tail_probes == 1);
  CHECK(p.a.connection.retransmitted() == 3);
}

TEST_CASE("a lost SYN comes again after one second") {
  Pipe p;
  p.a.path.drops = {1};
  p.connect();
  p.t.run_until(999 * ms);
  CHECK(p.a.log.size() == 1);
  p.t.run_until(1100 * ms);
  CHECK(p.a.connection.state() == State::established);
}

TEST_CASE("a full receiver closes the window, reading opens it, a lost update is found by a probe (tcp_rules 17)") {
  Connection::Config small;
  small.receive_buffer = 8 << 10;
  Pipe p({}, small);
  p.b.holds = true;
  p.connect();
  p.t.run_until(ms);
  p.send(p.a, 20'000);
  p.t.run_until(10 * ms);
  CHECK(p.b.connection.readable_up_to() <= 8 << 10);
  CHECK(p.a.connection.in_flight() == 0);
  p.b.path.drops = {p.b.frames_sent + 1};  // the update
  const std::uint64_t held = p.b.connection.readable_up_to();
  p.read(p.b, held);
  p.b.holds = false;
  p.t.run_until(p.t.now() + 5000 * ms);
  CHECK(p.b.read == 20'000);
}

TEST_CASE("orderly close in both orders ends in TIME_WAIT and CLOSED (tcp_rules 22)") {
  Pipe p;
  p.connect();
  p.t.run_until(ms);
  p.send(p.a, 100);
  p.shutdown(p.a);
  p.t.run_until(50 * ms);  // a FIN after data is acknowledged with the answer, or after 40 ms
  CHECK(p.b.connection.peer_finished());
  CHECK(p.b.read == 100);
  CHECK(p.a.connection.state() == State::fin_wait_2);
  CHECK(p.b.connection.state() == State::close_wait);
  p.shutdown(p.b);
  p.t.run_until(51 * ms);
  CHECK(p.a.connection.state() == State::time_wait);
  CHECK(p.b.connection.state() == State::closed);
  p.t.run_until(62'000 * ms);
  CHECK(p.a.connection.state() == State::closed);
}

TEST_CASE("sequence numbers wrap") {
  Connection::Config c;
  c.initial_sequence = 0xffffff00;
  Pipe p(c);
  p.connect();
  p.t.run_until(ms);
  p.send(p.a, 100'000);
  p.t.run_until(10 * ms);
  CHECK(p.b.read == 100'000);
  CHECK(unwrap(5, 0xfffffff0, 0) == 21);
  CHECK(unwrap(0xffffffff, 0, 0) == -1);
}

TEST_CASE("a reset ends the connection with an error") {
  Pipe p;
  p.connect();
  p.t.run_until(ms);
  SegmentIn rst;
  rst.header.flags = wire::tcp_rst;
  rst.header.seq = p.b.log[0].header.seq + 1;
  CHECK(p.a.connection.segment_arrived(p.t.now(), rst).failed);
  CHECK(p.a.connection.error() == ECONNRESET);
}
