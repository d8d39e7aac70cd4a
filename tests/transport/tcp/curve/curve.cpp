#include "transport/tcp/curve/curve.h"

#include <cmath>

#include "transport/tcp/pipe.h"

namespace rocelab::tcp::test {

double mathis(double loss) { return std::sqrt(1.5 / loss); }

CurvePoint measure(const CurveSetup& setup) {
  Settings settings;
  settings.congestion = setup.congestion;
  settings.jiffy = setup.jiffy;
  if (setup.buffer > 0) {
    settings.receive_buffer = setup.buffer;
    settings.window_scale = 14;
  }
  Pipe p(settings, settings, setup.seed);
  for (Pipe::End* end : {&p.a, &p.b}) {
    end->keeps_log = end->checks = false;
    end->path.delay = setup.round_trip / 2;
    end->reads_at_once = true;
  }
  p.open(4 * setup.round_trip);
  p.a.path.loss = setup.loss;

  // The first tenth, with slow start in it, is left out.
  const std::uint64_t mss = p.a.connection.effective_mss(), lead = setup.segments / 10;
  p.send(p.a, (setup.segments + lead) * mss * 2);
  const auto run_to = [&](std::uint64_t segments) {
    while (p.a.connection.acknowledged() < segments * mss) p.run_for(setup.round_trip);
  };
  run_to(lead);
  const Ps begin = p.t.now(), idle_before = p.a.timer_idle;
  const std::uint64_t acked = p.a.connection.acknowledged();
  const Counters before = p.a.connection.counters(), receiver_before = p.b.connection.counters();
  const std::uint64_t lost_before = p.a.frames_lost;
  run_to(lead + setup.segments);
  const Counters after = p.a.connection.counters(), receiver_after = p.b.connection.counters();

  CurvePoint point;
  const auto all = static_cast<double>(p.t.now() - begin);
  const auto idle = static_cast<double>(p.a.timer_idle - idle_before);
  const double segments = static_cast<double>(p.a.connection.acknowledged() - acked) / static_cast<double>(mss);
  point.window = segments / ((all - idle) / static_cast<double>(setup.round_trip));
  point.timer_idle = idle / all;
  point.acks = static_cast<double>(receiver_after.acks_out - receiver_before.acks_out) /
               static_cast<double>(after.data_segments_out - before.data_segments_out);
  point.losses = p.a.frames_lost - lost_before;
  point.timeouts = after.timeouts - before.timeouts;
  return point;
}

}  // namespace rocelab::tcp::test
