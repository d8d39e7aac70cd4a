#include "hw/pcie/per_tlp/tlp_slot.h"

#include <algorithm>

namespace rocelab::pcie {

TlpSlot::TlpSlot(const Surroundings& around, const Profile& profile)
    : timeline_(around.timeline),
      profile_(profile),
      meter_(around.probe, around.tag),
      to_host_(around.timeline, profile, {profile.posted, profile.non_posted, Credits{}},
               [this](const Tlp& tlp) { root_.receive(tlp, to_host_); }),
      to_device_(around.timeline, profile, {Credits{}, Credits{}, profile.completion},
                 [this](const Tlp& tlp) { receive(tlp); }),
      engine_(around, profile, meter_, to_host_),
      root_(around, profile, to_device_, [this](const Tlp& tlp) { engine_.access(tlp); }) {
  to_host_.on_credits = [this] {
    const CreditPool& posted = to_host_.credits(Class::posted);
    meter_.posted_left(posted.headers_left(), posted.data_left());
    meter_.requests_left(to_host_.credits(Class::non_posted).headers_left());
  };
}

/// Stores leave the CPU in order; completions that the root complex sends later stay behind them.
void TlpSlot::store(Ps delay, std::uint32_t bytes, Action arrived) {
  const std::uint64_t octets = store_octets(bytes);
  meter_.stored(octets, bytes);
  stores_.push_back(std::move(arrived));
  const Ps way = std::max<Ps>(0, profile_.mmio_propagation - profile_.propagation);
  timeline_.after(delay + way, [this, octets, bytes] { to_device_.push({Class::posted, octets, bytes, {0, 0}, 0}); });
}

void TlpSlot::receive(const Tlp& tlp) {
  to_device_.drained(tlp);
  if (tlp.cls == Class::completion) return engine_.completed(tlp);
  Action arrived = std::move(stores_.front());
  stores_.pop_front();
  arrived();
}

}  // namespace rocelab::pcie
