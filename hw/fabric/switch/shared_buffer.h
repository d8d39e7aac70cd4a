#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/fabric/pfc/headroom.h"
#include "tlm/ids.h"

namespace rocelab::fabric {

/// How a switch divides its memory. A lossy frame takes its octets, FCS included. A lossless one takes preamble and gap
/// on top, as headroom is reckoned in line time: with that the formula is exact. Cells and descriptors, which cost a
/// real chip about as much or more, are not modelled otherwise.
struct BufferSettings {
  std::uint64_t total = 16 << 20;  // Spectrum-1 class (calibration: buffer_spectrum1_mib)
  /// Of each ingress port and priority, whatever the others do.
  std::uint64_t reserved = 0;
  /// Of each lossless priority of a port, between its XOFF and the last octet that may still come; 0 elsewhere.
  /// One value a port, since it depends on the port's rate and cable.
  std::vector<std::uint64_t> headroom = {};
  /// Dynamic threshold: one queue may hold alpha times what is still free (calibration: dt_alpha).
  double alpha = 1;
  /// Static thresholds instead: octets of one lossy egress queue, and of the shared pool for one lossless ingress
  /// priority (XOFF).
  std::optional<std::uint64_t> lossy_limit = 1 << 20;
  std::optional<std::uint64_t> xoff = {};
  /// XON lies so much below XOFF.
  std::uint64_t hysteresis = 3 * 1024;  // HPCC, switch-mmu.cc: resume offset
  std::uint8_t lossless = 0;            // bit n: priority n
};

/// The accounts of a shared-memory switch: every octet inside stands in one of three pools of its ingress port and
/// priority (reserved, shared, headroom), and in its egress queue.
///
/// A lossy frame is judged at its egress queue and dropped where that, or the pool, is full. A lossless frame is judged
/// at its ingress: while its shared account is below XOFF it goes there (the frame that crosses the line whole), beyond
/// it into headroom, and is dropped only when that is full, which sized right it never is.
class SharedBuffer {
 public:
  enum class Verdict : std::uint8_t {
    taken,
    egress_full,    // lossy: its egress queue has its share
    pool_full,      // lossy: the chip's memory is used up
    headroom_full,  // lossless: XOFF came too late, or headroom is too small
  };

  SharedBuffer(const BufferSettings& settings, std::size_t ports);

  /// A frame of `octets` wants from ingress `in` to egress `out`; charged when taken.
  Verdict take(std::size_t in, std::size_t out, Priority p, std::uint32_t octets) {
    if (!plain_) return take_by_class(in, out, p, octets);
    std::uint64_t& queue = egress_[out * priorities + p.value];
    if (queue + octets > *s_.lossy_limit) return Verdict::egress_full;
    if (octets > free_shared()) return Verdict::pool_full;
    ingress_[in * priorities + p.value].shared += octets;
    shared_used_ += octets;
    queue += octets;
    return Verdict::taken;
  }
  /// It has left. Headroom empties first, then the shared pool (HPCC, switch-mmu.cc: RemoveFromIngressAdmission).
  void release(std::size_t in, std::size_t out, Priority p, std::uint32_t octets) {
    if (!plain_) return release_by_class(in, out, p, octets);
    ingress_[in * priorities + p.value].shared -= octets;
    shared_used_ -= octets;
    egress_[out * priorities + p.value] -= octets;
  }

  /// Is the ingress account at or beyond XOFF?
  bool above_xoff(std::size_t in, Priority p) const;
  /// May a paused sender go on?
  bool below_xon(std::size_t in, Priority p) const;

  struct Account {
    std::uint64_t reserved = 0, shared = 0, headroom = 0;
    std::uint64_t all() const { return reserved + shared + headroom; }
  };
  const Account& ingress(std::size_t port, Priority p) const { return ingress_[port * priorities + p.value]; }
  std::uint64_t egress(std::size_t port, Priority p) const { return egress_[port * priorities + p.value]; }
  std::uint64_t shared_used() const { return shared_used_; }
  std::uint64_t shared_size() const { return shared_size_; }
  /// All accounts are at zero.
  bool empty() const;

  bool protects(Priority p) const { return s_.lossless >> p.value & 1; }

 private:
  static constexpr std::size_t priorities = 8;

  Verdict take_by_class(std::size_t in, std::size_t out, Priority p, std::uint32_t octets);
  void release_by_class(std::size_t in, std::size_t out, Priority p, std::uint32_t octets);
  std::uint64_t cost(Priority p, std::uint32_t octets) const { return octets + (protects(p) ? line_overhead : 0); }
  std::uint64_t free_shared() const { return shared_size_ > shared_used_ ? shared_size_ - shared_used_ : 0; }
  std::uint64_t dynamic() const { return static_cast<std::uint64_t>(s_.alpha * static_cast<double>(free_shared())); }
  std::uint64_t xoff() const { return s_.xoff ? *s_.xoff : dynamic(); }

  BufferSettings s_;
  bool plain_;  // all lossy, static limits, nothing reserved: most networks, and a third of the work
  std::uint64_t shared_size_;
  std::uint64_t shared_used_ = 0;
  std::vector<Account> ingress_;
  std::vector<std::uint64_t> egress_;
};

}  // namespace rocelab::fabric
