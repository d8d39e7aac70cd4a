#include "loss_line.h"

namespace rocelab::test {

LossLine::Measured LossLine::run() const {
  rnic::Profile profile = rnic::Profile::ideal();
  profile.tx_window_packets = pipeline;
  TwoComputers lab(profile);
  Counts counts;
  lab.probe.attach(counts);
  Connection c;
  c.scheme = scheme;
  c.timeout = timeout;
  auto [from, to] = lab.connect(c);
  Measured m;
  std::uint32_t posted = 0;
  Random random(1, "loss");
  lab.a.out.fate = [&, countdown = every](PacketPtr& frame) mutable {
    const std::vector<Ps> arrives{TestWire::propagation};
    if (frame->payload == 0) return arrives;
    ++m.sent;
    bool lose = p > 0 && random.chance(p);
    if (every > 0 && --countdown == 0) lose = true, countdown = every;
    // A loss at the very end has no NAK to tell of it; the closed forms know no end.
    if (!lose || posted == messages || (spares_nak_resend && frame->nak_resend)) return arrives;
    ++m.lost;
    return std::vector<Ps>{};
  };

  const Ps begin = lab.timeline.now();
  while (m.messages < messages && lab.timeline.now() - begin < limit) {
    while (posted < messages && posted - m.messages < outstanding) {
      REQUIRE(from.post(posted++, verbs::IBV_WR_RDMA_WRITE, {from.sge(0, packets * 1024)}, to) == 0);
    }
    if (lab.timeline.next() == never) break;
    lab.timeline.run_until(std::max(lab.timeline.now() + 1'000'000, lab.timeline.next()));
    for (const verbs::ibv_wc& wc : from.poll()) {
      if (wc.status != verbs::IBV_WC_SUCCESS) return m;
      ++m.messages;
    }
  }
  m.elapsed = lab.timeline.now() - begin;
  m.counts = counts.n;
  m.efficiency = static_cast<double>(m.messages) * packets * packet / static_cast<double>(m.elapsed);
  if (const auto told = m.count("losses_told")) {
    m.w = static_cast<double>(m.count("sent_since_loss")) / static_cast<double>(told);
  }
  return m;
}

}  // namespace rocelab::test
