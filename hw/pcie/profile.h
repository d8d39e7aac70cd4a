#pragma once
#include "hw/pcie/link.h"
#include "hw/pcie/tlp.h"

namespace rocelab::pcie {

enum class Model : std::uint8_t {
  closed_form,  // one event a request
  per_tlp,      // every TLP, every credit
};

/// What a receiver advertises for one class of TLPs; 0 is infinite.
struct Credits {
  std::uint32_t header = 0;
  std::uint32_t data = 0;  // of 16 octets
};

/// One slot. Rates follow from the link and the limits; times stand in calibration.toml (group pcie) or are
/// assumptions.
struct Profile {
  Model model = Model::closed_form;
  Link link;  // gen3 x16, as most of the sheet's rows
  Limits limits;
  /// Read requests that may be without their completions. Assumption: 8-bit tags (2.2.6.2). The sheet asks for 30 and
  /// more at 40 Gb/s (min_inflight_dma).
  std::uint32_t tags = 256;

  // What the root complex takes in. Assumption: as much as the counters of 8 and 12 bits allow (2.6.1.2, without scaled
  // flow control). Writes of 64 octets find too few on gen5 x16.
  Credits posted{127, 2047};
  Credits non_posted{127, 0};
  // An endpoint advertises infinite credits for completions (2.6.1): it asks for no more than it has room for.
  Credits completion{0, 0};

  // The time on the link is on top of these.
  Ps read_round_trip = 450'000;   // dma_read_rtt_modern_ns
  Ps write_visible = 180'000;     // dma_write_visible_ns
  Ps mmio_propagation = 120'000;  // mmio_propagation_ns
  Ps propagation = 50'000;        // one way between both transaction layers, part of those above; assumption

  /// From a write's last octet on the link to the return of its credits: it leaves the root complex's buffer when it is
  /// visible, and waits half an interval for the next update on average.
  constexpr Ps posted_loop() const { return write_visible + propagation + update_period() / 2; }
  constexpr Ps non_posted_loop() const { return 2 * propagation + update_period() / 2; }
  /// Time between two credit updates.
  constexpr Ps update_period() const { return link.raw().time_of(link.dllp_interval(limits.mps)); }
};

}  // namespace rocelab::pcie
