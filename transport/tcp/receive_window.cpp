#include "transport/tcp/receive_window.h"

#include <algorithm>

namespace rocelab::tcp {

Seq ReceiveWindow::in_units(Seq octets, Seq room) const {
  const Seq unit = Seq{1} << scale_;
  const Seq up = (octets + unit - 1) / unit * unit;
  return up <= room ? up : octets / unit * unit;
}

Seq ReceiveWindow::would_offer(Seq nxt, Seq held, Seq segment) const {
  segment = std::min(segment, most_);
  const Seq room = std::max<Seq>(0, most_ - held);
  Seq space = room;
  // Rather a closed window than one not worth a segment.
  if (space < most_ / 2 && (space < most_ / 16 || space < segment)) return 0;
  space = std::min(space, threshold_);
  if (scale_ > 0) return std::min(in_units(space, room), limit());
  const Seq now = open(nxt);
  if (now <= space - segment || now > space) return std::min(segment > 0 ? space / segment * segment : space, limit());
  if (segment == most_ && space > now + most_ / 2) return std::min(space, limit());
  return std::min(now, limit());
}

std::uint16_t ReceiveWindow::advertise(Seq nxt, Seq held, Seq segment) {
  Seq offer = would_offer(nxt, held, segment);
  if (offer < open(nxt)) offer = std::min(in_units(open(nxt), most_ - held), limit());
  acknowledged_ = nxt;
  edge_ = std::max(edge_, nxt + offer);
  return static_cast<std::uint16_t>(offer >> scale_);
}

std::uint16_t ReceiveWindow::advertise_in_syn(Seq nxt) {
  const Seq offer = std::min<Seq>(threshold_, 0xffff);
  acknowledged_ = nxt;
  edge_ = nxt + offer;
  return static_cast<std::uint16_t>(offer);
}

}  // namespace rocelab::tcp
