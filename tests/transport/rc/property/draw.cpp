#include <algorithm>

#include "plan.h"
#include "transport/rc/timers.h"

namespace rocelab::rc::property {
namespace {

constexpr Ps us = 1'000'000;
constexpr std::uint32_t guard = 16;  // octets between two buffers that nobody may touch

template <class T, std::size_t n>
T one_of(Random& r, const T (&values)[n]) {
  return values[r.below(n)];
}

std::uint32_t draw_length(Random& r, std::uint32_t mtu) {
  switch (r.below(8)) {
    case 0:
      return 0;
    case 1:
      return static_cast<std::uint32_t>(r.below(8));
    case 2:
      return mtu;
    case 3:
      return mtu + 1;
    case 4:
      return mtu * static_cast<std::uint32_t>(1 + r.below(6));
    case 5:
      return r.chance(0.2) ? mtu * 60 + static_cast<std::uint32_t>(r.below(2)) : mtu - 1;
    default:
      return static_cast<std::uint32_t>(r.below(6 * mtu));
  }
}

Faults draw_faults(Random& r, bool clean) {
  Faults f;
  f.delay = one_of(r, {Ps{0}, 1 * us, 5 * us, 20 * us});
  f.jitter = r.chance(0.3) ? one_of(r, {us / 2, 5 * us}) : 0;
  if (clean) return f;
  if (r.chance(0.7)) f.loss = one_of(r, {0.002, 0.02, 0.1, 0.3});
  f.burst = r.chance(0.3) ? 0.7 : f.loss;
  if (r.chance(0.2)) f.corruption = 0.02;
  if (r.chance(0.3)) f.duplication = one_of(r, {0.02, 0.3});
  if (r.chance(0.3)) f.reordering = one_of(r, {0.02, 0.3});
  f.late_by = one_of(r, {us, 10 * us, 100 * us});
  if (r.chance(0.05))
    f.down_from = static_cast<Ps>(r.below(100)) * us, f.down_for = static_cast<Ps>(r.below(3000)) * us;
  return f;
}

void draw_scheme(Random& r, Run& run) {
  const Scheme& s = schemes()[r.below(schemes().size())];
  run.scheme = s.name;
  const auto timeout = [&] { return static_cast<double>(run.patient ? 5000 + r.below(5000) : 20 + r.below(500)); };
  if (run.scheme == "irn") {
    run.parameters = {{"bdp", one_of(r, {4., 7., 16., 128.})},
                      {"rto_low", timeout()},
                      {"rto_high", timeout()},
                      {"low_below", one_of(r, {0., 3., 1000.})},
                      {"nak_each", one_of(r, {0., 1.})}};
  } else if (run.scheme == "rack") {
    run.parameters = {{"window", one_of(r, {4., 11., 512.})},
                      {"reorder", one_of(r, {0., 4., 50.})},
                      {"probe", one_of(r, {5., 20., 200.})}};
  }
}

/// The cells that atomics of one direction work on: what they will hold, in order.
struct Cells {
  Va at = 0;
  std::uint64_t value[4]{};
};

void draw_atomic(Random& r, Step& s, Cells& cells) {
  const std::size_t cell = r.below(4);
  std::uint64_t& v = cells.value[cell];
  s.work.remote = cells.at + 8 * cell;
  s.work.length = 8;
  s.found = v;
  s.work.swap_or_add = r.next();
  if (s.work.op == SendOp::fetch_add) {
    v += s.work.swap_or_add;
  } else {
    s.work.compare = r.chance(0.6) ? v : r.next();
    if (s.work.compare == v) v = s.work.swap_or_add;
  }
  s.leaves = v;
}

/// Memory of an end is handed out from the front, with a guard behind every buffer.
Va take(Plan& p, std::uint64_t octets) {
  const Va at = (p.memory + 7) / 8 * 8;
  p.memory = at + octets + guard;
  return at;
}

Receive draw_receive(Random& r, Plan& owner, std::uint32_t length) {
  Receive w;
  std::uint32_t left = length + (r.chance(0.3) ? static_cast<std::uint32_t>(r.below(40)) : 0);
  const std::size_t pieces = r.chance(0.5) ? 1 : r.below(5);
  for (std::size_t i = 0; i + 1 < pieces; ++i) {
    const auto n = static_cast<std::uint32_t>(r.chance(0.2) ? 0 : r.below(left + 1));
    w.sges.push_back({take(owner, n), n, Key{}});
    left -= n;
  }
  if (left > 0 || r.chance(0.5)) w.sges.push_back({take(owner, left), left, Key{}});
  return w;
}

constexpr SendOp every_op[]{SendOp::write,        SendOp::write_imm,       SendOp::send,
                            SendOp::send_imm,     SendOp::send_invalidate, SendOp::read,
                            SendOp::compare_swap, SendOp::fetch_add,       SendOp::local_invalidate};

void draw_steps(Random& r, Plan& mine, Plan& peer) {
  Cells cells;
  cells.at = take(peer, 32);
  const std::uint64_t count = r.chance(0.2) ? r.below(60) : r.below(12);
  const bool one_kind = r.chance(0.3);
  const SendOp kind = one_of(r, every_op);
  const double flawed = r.chance(0.1) ? 0.1 : 0;
  const double late = r.chance(0.3) ? 0.5 : 0;
  Ps posted = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Step s;
    SendWork& w = s.work;
    w.wqe = static_cast<std::uint32_t>(i);
    w.op = one_kind && r.chance(0.9) ? kind : one_of(r, every_op);
    w.fence = r.chance(0.1);
    w.solicited = r.chance(0.2);
    w.imm = static_cast<std::uint32_t>(r.next());
    if (!is_local(w.op)) w.length = draw_length(r, mine.requester.mtu);
    if (is_atomic(w.op)) draw_atomic(r, s, cells);
    if (is_write(w.op)) w.remote = take(peer, w.length);
    if (w.op == SendOp::read) w.remote = r.below(1000);
    s.local = is_fetch(w.op) ? take(mine, w.length) : r.below(1000);
    if (r.chance(flawed)) s.flaw = one_of(r, {Flaw::local_check, Flaw::remote_key, Flaw::too_long, Flaw::under_way});
    if (consumes_receive(w.op)) {
      const bool short_buffer = s.flaw == Flaw::too_long && is_send(w.op) && w.length > 0;
      Receive got = draw_receive(r, peer, is_send(w.op) ? w.length : 0);
      if (short_buffer) got.sges.assign(1, {take(peer, w.length - 1), w.length - 1, Key{}});
      if (r.chance(late)) posted += static_cast<Ps>(r.below(300)) * us;
      got.posted_at = posted;
      peer.receives.push_back(got);
    }
    mine.steps.push_back(s);
  }
  if (r.chance(0.2)) peer.receives.push_back(draw_receive(r, peer, 8));
}

}  // namespace

Run draw(std::uint64_t seed) {
  Random r(seed, "rc.property.plan");
  Run run;
  const bool clean = r.chance(0.2);
  run.patient = clean || r.chance(0.7);
  run.timers = !clean || r.chance(0.7);
  draw_scheme(r, run);
  const std::uint32_t mtu = r.chance(0.8) ? 256 : one_of(r, {512u, 1024u, 2048u, 4096u});
  const std::uint8_t rd[2]{static_cast<std::uint8_t>(1 + r.below(r.chance(0.5) ? 2 : 16)),
                           static_cast<std::uint8_t>(1 + r.below(16))};
  const bool credits = r.chance(0.3);
  for (int i = 0; i < 2; ++i) {
    Plan& p = run.plan[i];
    p.first = r.chance(0.5) ? Psn(0xffffff - static_cast<std::uint32_t>(r.below(60)))
                            : Psn(static_cast<std::uint32_t>(r.next()));
    p.requester.mtu = p.responder.mtu = mtu;
    p.requester.ack_request_every = one_of(r, {0u, 1u, 4u, 16u});
    const auto code = static_cast<std::uint8_t>(run.patient ? 10 + r.below(3) : 1 + r.below(9));
    p.requester.ack_timeout = run.timers ? ack_timeout(code) : never;
    p.requester.retry_count = static_cast<std::uint8_t>(r.chance(0.7) ? 7 : r.below(8));
    p.requester.rnr_retry = static_cast<std::uint8_t>(r.chance(0.7) ? 7 : r.below(8));
    p.requester.max_rd_atomic = rd[i];
    p.responder.max_dest_rd_atomic = static_cast<std::uint8_t>(rd[1 - i] + (r.chance(0.3) ? 1 : 0));
    p.responder.access = 2 | 4 | 8;
    p.responder.min_rnr_timer = static_cast<std::uint8_t>(1 + r.below(14));
    p.responder.advertise_credits = credits;
    p.ring = one_of(r, {2u, 8u, 64u});
    p.slow_receives = r.chance(0.3) ? 4 : 0;
    p.fetch_time = one_of(r, {us / 2, 5 * us});
    p.atomic_time = one_of(r, {us / 10, 2 * us});
    p.packet_time = one_of(r, {us / 50, us / 10, us / 5});
    p.post_gap = one_of(r, {Ps{0}, us, 50 * us});
    if (r.chance(0.1)) p.hold_at = static_cast<Ps>(r.below(100)) * us, p.hold_for = 200 * us;
    p.faults = draw_faults(r, clean);
    p.memory = p.constant = 2048 + 64 * mtu;
  }
  for (int i = 0; i < 2; ++i) draw_steps(r, run.plan[i], run.plan[1 - i]);
  return run;
}

}  // namespace rocelab::rc::property
