#include "support/catch.h"
#include "transport/tcp/pipe.h"

using namespace rocelab;
using namespace rocelab::tcp;
using rocelab::tcp::test::Pipe;

namespace {

constexpr Ps us = 1'000'000, ms = 1'000'000'000, s = 1'000'000'000'000;

void make_bad(Pipe::Path& path, Random& random) {
  const double most[]{0, 0.005, 0.05, 0.2};
  path.loss = most[random.below(4)];
  path.duplication = random.chance(0.3) ? 0.05 : 0;
  path.reordering = random.chance(0.4) ? 0.1 : 0;
  const Ps delays[]{5 * us, 100 * us, 5 * ms, 60 * ms};
  path.delay = delays[random.below(4)];
  path.jitter = path.delay * 2;
  path.per_frame = random.chance(0.5) ? 500'000 : 0;
  path.limit = static_cast<std::uint32_t>(4 + random.below(200));
}

Settings draw_settings(Random& random) {
  Settings c;
  c.initial_sequence = static_cast<std::uint32_t>(random.next());
  c.timestamps = random.chance(0.7);
  c.sack = random.chance(0.7);
  c.dsack = random.chance(0.7);
  c.window_scale = random.chance(0.7) ? 7 : 0;
  c.nodelay = random.chance(0.5);
  c.ecn = random.chance(0.5) ? EcnUse::ask : EcnUse::off;
  c.rack = random.chance(0.8);
  c.mss = random.chance(0.2) ? 536 : 1460;
  const char* names[]{"cubic", "reno", "dctcp"};
  c.congestion = names[random.below(3)];
  const std::uint64_t buffers[]{2000, 8 << 10, 64 << 10, 4 << 20};
  c.receive_buffer = buffers[random.below(4)];
  return c;
}

/// A handshake that is still under way is waited for: ending it would end the connection.
void shut_down_at(Pipe& p, Pipe::End& end, Ps t) {
  p.t.at(t, [&p, &end, t] {
    const bool unknown = &end == &p.b && end.connection.counters().segments_in == 0 && p.a.connection.error() == 0;
    if (end.connection.state() == State::syn_sent || unknown) return shut_down_at(p, end, t + s);
    p.shutdown(end);
  });
}

/// One random conversation; says what went wrong, or nothing.
std::string run(std::uint64_t seed) {
  Random random(seed, "tcp.property");
  Pipe p(draw_settings(random), draw_settings(random), seed);
  make_bad(p.a.path, random);
  make_bad(p.b.path, random);
  for (Pipe::End* end : {&p.a, &p.b}) {
    end->keeps_log = false;
    end->max_payload = random.chance(0.5) ? 1 << 16 : 1448;
    end->read_after = random.chance(0.3) ? static_cast<Ps>(random.below(50 * ms)) : 1 * us;
    if (random.chance(0.2)) {
      end->path.change = [&random](SegmentIn& in) {
        if (in.ecn != wire::Ecn::not_ect && random.chance(0.1)) in.ecn = wire::Ecn::ce;
      };
    }
  }
  std::uint64_t sent[2]{};
  p.connect();
  const unsigned writes = 1 + static_cast<unsigned>(random.below(8));
  for (int direction = 0; direction < 2; ++direction) {
    Pipe::End& end = direction == 0 ? p.a : p.b;
    if (direction == 1 && random.chance(0.4)) continue;
    for (unsigned i = 0; i < writes; ++i) {
      const std::uint64_t bytes = 1 + random.below(random.chance(0.5) ? 100'000 : 3000);
      sent[direction] += bytes;
      p.t.at(static_cast<Ps>(random.below(2 * s)), [&p, &end, bytes] { p.send(end, bytes); });
    }
  }
  const bool hold = random.chance(0.2);
  if (hold) {
    p.b.holds = true;
    p.t.at(5 * s, [&p] {
      p.b.holds = false;
      const std::uint64_t n = p.b.connection.readable_up_to() - p.b.read;
      if (n > 0) p.read(p.b, n);
    });
  }
  shut_down_at(p, p.a, 6 * s);
  shut_down_at(p, p.b, 6 * s + ms);
  p.t.run_while_busy(100'000 * s);

  const Connection &a = p.a.connection, &b = p.b.connection;
  if (!p.fault.empty()) return p.fault;
  const bool failed = a.error() != 0 || b.error() != 0;
  if (failed) {
    const bool lossy = p.a.path.loss >= 0.05 || p.b.path.loss >= 0.05;
    if (!lossy) return "an error on a path that loses little";
    for (const Connection* c : {&a, &b}) {
      const int e = c->error();
      if (e != 0 && e != ETIMEDOUT && e != ECONNRESET && e != ECONNREFUSED && e != EPIPE) return "an unknown error";
    }
    return "";
  }
  if (p.b.read != sent[0]) return "a's stream: " + std::to_string(p.b.read) + " of " + std::to_string(sent[0]);
  if (p.a.read != sent[1]) return "b's stream: " + std::to_string(p.a.read) + " of " + std::to_string(sent[1]);
  if (a.state() != State::closed || b.state() != State::closed) {
    return "not closed: " + std::string(state_names[static_cast<int>(a.state())]) + ", " +
           std::string(state_names[static_cast<int>(b.state())]);
  }
  return "";
}

}  // namespace

TEST_CASE("whatever the path does, the stream arrives range for range or the connection ends with an error") {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    INFO("seed " << seed);
    CHECK(run(seed) == "");
  }
}

TEST_CASE("the same for a hundred thousand runs", "[.long]") {
  for (std::uint64_t seed = 1501; seed <= 101'500; ++seed) {
    const std::string wrong = run(seed);
    if (!wrong.empty()) FAIL_CHECK("seed " << seed << ": " << wrong);
  }
}
