#include "hw/fabric/switch/shared_buffer.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab::fabric {

SharedBuffer::SharedBuffer(const BufferSettings& settings, std::size_t ports)
    : s_(settings),
      plain_(settings.lossless == 0 && settings.reserved == 0 && settings.lossy_limit),
      ingress_(ports * priorities),
      egress_(ports * priorities) {
  s_.headroom.resize(ports, 0);
  const auto protected_priorities = static_cast<std::uint64_t>(__builtin_popcount(s_.lossless));
  std::uint64_t apart = settings.reserved * priorities * ports;
  for (const std::uint64_t octets : s_.headroom) apart += octets * protected_priorities;
  if (apart >= s_.total) throw std::invalid_argument("shared buffer: reserved and headroom leave nothing to share");
  shared_size_ = s_.total - apart;
}

SharedBuffer::Verdict SharedBuffer::take_by_class(std::size_t in, std::size_t out, Priority p, std::uint32_t frame) {
  const std::uint64_t octets = cost(p, frame);
  Account& account = ingress_[in * priorities + p.value];
  std::uint64_t& queue = egress_[out * priorities + p.value];
  const bool fits = octets <= free_shared();
  if (account.reserved + octets <= s_.reserved) {
    account.reserved += octets;
  } else if (!protects(p)) {
    if (queue + octets > (s_.lossy_limit ? *s_.lossy_limit : dynamic())) return Verdict::egress_full;
    if (!fits) return Verdict::pool_full;
    account.shared += octets;
    shared_used_ += octets;
  } else if (account.shared < xoff() && account.headroom == 0 && fits) {
    account.shared += octets;
    shared_used_ += octets;
  } else if (account.headroom + octets <= s_.headroom[in]) {
    account.headroom += octets;
  } else {
    return Verdict::headroom_full;
  }
  queue += octets;
  return Verdict::taken;
}

void SharedBuffer::release_by_class(std::size_t in, std::size_t out, Priority p, std::uint32_t frame) {
  const std::uint64_t octets = cost(p, frame);
  Account& account = ingress_[in * priorities + p.value];
  egress_[out * priorities + p.value] -= octets;
  std::uint64_t left = octets;
  const auto give_back = [&left](std::uint64_t& pool) {
    const std::uint64_t n = std::min(pool, left);
    pool -= n;
    left -= n;
    return n;
  };
  give_back(account.headroom);
  shared_used_ -= give_back(account.shared);
  give_back(account.reserved);
}

bool SharedBuffer::above_xoff(std::size_t in, Priority p) const {
  const Account& a = ingress(in, p);
  return a.headroom > 0 || a.shared >= std::max<std::uint64_t>(1, xoff());
}

bool SharedBuffer::below_xon(std::size_t in, Priority p) const {
  const Account& a = ingress(in, p);
  // Where the threshold itself is smaller than the hysteresis, an empty account must do.
  return a.headroom == 0 && (a.shared == 0 || a.shared + s_.hysteresis <= xoff());
}

bool SharedBuffer::empty() const {
  return shared_used_ == 0 &&
         std::all_of(ingress_.begin(), ingress_.end(), [](const Account& a) { return !a.all(); }) &&
         std::all_of(egress_.begin(), egress_.end(), [](std::uint64_t octets) { return octets == 0; });
}

}  // namespace rocelab::fabric
