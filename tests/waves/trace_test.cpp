#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"
#include "waves/recorder.h"
#include "waves/trace/trace_sink.h"

using namespace rocelab;
using namespace rocelab::literals;
using Lines = std::vector<std::string>;

namespace {

inline constexpr Stage copying{"tcp.2", Unit::cpu, "COPY_user_to_socket"};
inline constexpr Stage undeclared{"tcp.3", Unit::cpu, "STACK"};
inline constexpr MomentKind called{"tcp.write called"};

/// One lane of one host with one port, watched by a trace.
struct Bench {
  Roster roster;
  LaneId lane = roster.add(Roster::Lane{"tcp"});
  HostId host = roster.add(Roster::Host{lane, "local"});
  PortId port = roster.add(Roster::Port{lane, host, "tcp.local.port0"});
  Tag tag{lane, host};
  Lines lines;
  waves::TraceSink sink{roster, std::make_unique<test::Recorder>(lines), std::make_unique<test::PlainNarrator>()};
  Timeline timeline;
  Probe probe{timeline};

  Bench() { probe.attach(sink); }
  Lines finish(Ps t) {
    timeline.run_until(t);
    probe.finish();
    return lines;
  }
};

}  // namespace

TEST_CASE("a trace shows changes in the order of time, also those reported ahead") {
  Bench b;
  const SignalId late = b.probe.declare({"tcp.local", "late", SignalDecl::Kind::bits, 8});
  const SignalId early = b.probe.declare({"tcp.local", "early", SignalDecl::Kind::bits, 8});
  b.probe.start();
  b.probe.change(late, 7, 900);
  b.timeline.run_until(500);
  b.probe.change(early, 3);
  CHECK(b.finish(1000) == Lines{"500 tcp.local.early=3", "900 tcp.local.late=7", "1000 end"});
}

TEST_CASE("a trace shows only the last value of a time and only if it differs") {
  Bench b;
  const SignalId s = b.probe.declare({"tcp.local", "s", SignalDecl::Kind::bits, 8});
  b.probe.start();
  b.probe.change(s, 1, 10);
  b.probe.change(s, 2, 10);
  b.probe.change(s, 2, 20);
  b.probe.change(s, 9, 30);
  b.probe.change(s, 2, 30);
  CHECK(b.finish(40) == Lines{"10 tcp.local.s=2", "40 end"});
}

TEST_CASE("an event shows each time, though it has no value") {
  Bench b;
  const SignalId e = b.probe.declare({"tcp.local", "doorbell", SignalDecl::Kind::event});
  b.probe.start();
  b.probe.change(e, 0, 10);
  b.probe.change(e, 0, 20);
  CHECK(b.finish(20) == Lines{"10 tcp.local.doorbell!", "20 tcp.local.doorbell!", "20 end"});
}

TEST_CASE("a stage is busy from the first of overlapping spans to the last") {
  Bench b;
  b.probe.declare(copying, b.lane, b.host);
  b.probe.start();
  b.probe.span(copying, b.tag, 100, 300);
  b.probe.span(copying, b.tag, 200, 400);
  b.probe.span(copying, b.tag, 400, 500);
  b.probe.span(copying, b.tag, 600, 600);
  CHECK(b.finish(1000) ==
        Lines{"100 tcp.local.stage2_COPY_user_to_socket=1", "500 tcp.local.stage2_COPY_user_to_socket=0", "1000 end"});
}

TEST_CASE("a stage whose end is not known when it begins is busy until it is closed") {
  Bench b;
  b.probe.declare(copying, b.lane, b.host);
  b.probe.start();
  b.timeline.run_until(50);
  b.probe.open(copying, b.tag);
  b.timeline.run_until(80);
  b.probe.close(copying, b.tag, 50);
  CHECK(b.finish(90) ==
        Lines{"50 tcp.local.stage2_COPY_user_to_socket=1", "80 tcp.local.stage2_COPY_user_to_socket=0", "90 end"});
}

TEST_CASE("what lies behind the end of time is not shown") {
  Bench b;
  b.probe.declare(copying, b.lane, b.host);
  b.probe.start();
  b.probe.span(copying, b.tag, 10, 5000);
  CHECK(b.finish(100) == Lines{"10 tcp.local.stage2_COPY_user_to_socket=1", "100 end"});
}

TEST_CASE("a moment sets the lane's lesson: numbered as they appear, and as text without spaces") {
  Bench b;
  b.probe.start();
  b.timeline.run_until(10);
  b.probe.moment(called, b.tag);
  b.timeline.run_until(20);
  b.probe.moment(called, b.tag);
  CHECK(b.finish(20) == Lines{"10 tcp.lesson=1", "10 tcp.lesson_words=A:_tcp.write_called", "20 tcp.lesson=2",
                              "20 tcp.lesson_words=B:_tcp.write_called", "20 end"});
}

TEST_CASE("a frame stands at its port from first to last bit") {
  Bench b;
  PacketPool pool;
  PacketPtr packet = pool.make(64);
  packet->length = 64;
  std::fill(packet->data, packet->data + 64, 0);
  packet->data[12] = 0x88;
  packet->data[13] = 0xb5;
  b.probe.start();
  b.probe.frame(b.port, true, 100, 500, packet);
  b.probe.frame(b.port, false, 200, 600, packet);
  CHECK(b.finish(1000) == Lines{"100 tcp.local.port0.tx=type_0x88b5_len_64",
                                "200 tcp.local.port0.rx=type_0x88b5_len_64", "500 tcp.local.port0.tx=-",
                                "600 tcp.local.port0.rx=-", "1000 end"});
}

TEST_CASE("facts of what was not declared have no row") {
  Bench b;
  b.probe.declare(copying, b.lane, b.host);
  b.probe.start();
  b.probe.span(undeclared, b.tag, 10, 20);
  b.probe.span(copying, Tag{b.lane}, 10, 20);
  b.probe.moment(called, Tag{});
  CHECK(b.finish(30) == Lines{"30 end"});
}

TEST_CASE("a trace refuses what no waveform can show") {
  Bench b;
  const SignalId narrow = b.probe.declare({"tcp.local", "narrow", SignalDecl::Kind::bits, 3});
  b.probe.declare(copying, b.lane, b.host);
  b.probe.start();

  SECTION("a value wider than its row") {
    b.probe.change(narrow, 8);
    CHECK_THROWS_WITH(b.finish(10), Contains("8 does not fit into tcp.local.narrow[2:0]"));
  }
  SECTION("a change in the past") {
    b.timeline.run_until(100);
    b.probe.change(narrow, 1);
    CHECK_THROWS_WITH(b.probe.change(narrow, 2, 50), Contains("past"));
  }
  SECTION("a stage closed that was not open") {
    b.probe.close(copying, b.tag, 0);
    CHECK_THROWS_WITH(b.finish(10), Contains("stage2_COPY_user_to_socket is left more often than entered"));
  }
}
