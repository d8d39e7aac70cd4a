#pragma once
#include <algorithm>

#include "hw/pcie/line_time.h"
#include "hw/pcie/link.h"

namespace rocelab::pcie {

/// One direction of a link, octet by octet at its raw rate: TLPs, and between them the ACKs, credit updates and SKP
/// ordered sets that fall due. Those of an idle line delay nobody.
class Line {
 public:
  Line(const Link& link, std::uint32_t mps) : time_(link.raw()) {
    fillers_[0] = fillers_[1] = {link.dllp_interval(mps), dllp_octets, link.dllp_interval(mps)};
    fillers_[2] = {skip_interval, skip_octets, skip_interval};
  }

  Ps free() const { return free_; }

  /// Puts a TLP on the line, at `now` or when it is free, and returns when its last octet is on.
  Ps send(Ps now, std::uint64_t octets) {
    std::uint64_t all = octets;
    for (Filler& f : fillers_) {
      // What is inserted is on the line, too, and brings the next one nearer.
      for (; passed_ + all >= f.due; f.due += f.interval) all += f.octets;
    }
    passed_ += all;
    return free_ = std::max(now, free_) + time_.of(all);
  }

 private:
  struct Filler {
    std::uint64_t interval, octets, due;
  };

  LineTime time_;
  Filler fillers_[3];
  std::uint64_t passed_ = 0;  // octets
  Ps free_ = 0;
};

}  // namespace rocelab::pcie
