#include "transport/tcp/property/plan.h"

namespace rocelab::tcp::property {
namespace {

test::Pipe::Path draw_path(Random& random) {
  test::Pipe::Path path;
  const double most[]{0, 0.005, 0.05, 0.2};
  path.loss = most[random.below(4)];
  path.duplication = random.chance(0.3) ? 0.05 : 0;
  path.reordering = random.chance(0.4) ? 0.1 : 0;
  const Ps delays[]{5 * us, 100 * us, 5 * ms, 60 * ms};
  path.delay = delays[random.below(4)];
  path.jitter = path.delay * 2;
  path.per_frame = random.chance(0.5) ? 500'000 : 0;
  path.limit = static_cast<std::uint32_t>(4 + random.below(200));
  return path;
}

Settings draw_settings(Random& random) {
  Settings c;
  c.initial_sequence = static_cast<std::uint32_t>(random.next());
  // Numbers and clocks that wrap while the conversation goes on
  if (random.chance(0.4))
    c.initial_sequence = static_cast<std::uint32_t>(-static_cast<std::int64_t>(random.below(20'000)));
  if (random.chance(0.4))
    c.timestamp_offset = static_cast<std::uint32_t>(-static_cast<std::int64_t>(random.below(3'000)));
  c.timestamps = random.chance(0.7);
  c.sack = random.chance(0.7);
  c.dsack = random.chance(0.7);
  c.window_scaling = random.chance(0.8);
  c.window_scale = random.chance(0.8) ? 7 : 14;
  c.nodelay = random.chance(0.5);
  c.ecn = random.chance(0.5) ? EcnUse::ask : random.chance(0.5) ? EcnUse::when_asked : EcnUse::off;
  c.rack = random.chance(0.8);
  c.tail_loss_probe = random.chance(0.8);
  c.frto = random.chance(0.8);
  const std::uint16_t sizes[]{88, 536, 1460, 1460, 8960};
  c.mss = sizes[random.below(5)];
  const char* names[]{"cubic", "reno", "dctcp"};
  c.congestion = names[random.below(3)];
  const std::uint64_t buffers[]{700, 2000, 8 << 10, 64 << 10, 4 << 20};
  c.receive_buffer = buffers[random.below(5)];
  // Any shift whose unit is small against the buffer; a kernel takes the least that is enough.
  while (c.window_scale > 0 && c.receive_buffer >> c.window_scale < 4) --c.window_scale;
  if (random.chance(0.3)) c.window_scale = 0;
  c.keepalive = random.chance(0.2);
  c.keepalive_time = 1 * s;
  c.keepalive_interval = 1 * s;
  c.initial_cwnd = static_cast<std::uint32_t>(1 + random.below(20));
  return c;
}

EndPlan draw_end(Random& random, bool writes) {
  EndPlan end;
  end.settings = draw_settings(random);
  end.path = draw_path(random);
  if (random.chance(0.2)) end.marks = 0.1;
  if (random.chance(0.2)) end.stale = 0.02;
  end.max_payload = random.chance(0.5) ? 1 << 16 : 1448;
  end.reads_at_once = random.chance(0.2);
  end.read_after = random.chance(0.3) ? static_cast<Ps>(random.below(50 * ms)) : 1 * us;
  if (random.chance(0.15)) end.holds_until = static_cast<Ps>(random.below(5 * s));
  const unsigned n = writes ? 1 + static_cast<unsigned>(random.below(8)) : 0;
  for (unsigned i = 0; i < n; ++i) {
    const std::uint64_t most = random.chance(0.5) ? 100'000 : random.chance(0.5) ? 3000 : 20;
    end.writes.push_back({static_cast<Ps>(random.below(2 * s)), 1 + random.below(most)});
  }
  if (random.chance(0.1)) end.leaving = Leaving::abort;
  if (random.chance(0.2)) end.leaving = Leaving::close;
  // Half-closed: it leaves while the other still speaks.
  if (random.chance(0.4)) end.leaves_at = static_cast<Ps>(random.below(3 * s));
  return end;
}

}  // namespace

Plan draw(std::uint64_t seed) {
  Random random(seed, "tcp.property");
  Plan plan;
  plan.a = draw_end(random, random.chance(0.9));
  plan.b = draw_end(random, random.chance(0.6));
  plan.both_open = random.chance(0.05);
  if (random.chance(0.05)) plan.cut_at = static_cast<Ps>(random.below(3 * s));
  return plan;
}

}  // namespace rocelab::tcp::property
