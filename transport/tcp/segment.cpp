#include "transport/tcp/segment.h"

#include <algorithm>

namespace rocelab::tcp {

SegmentOut frame_of(const SegmentOut& segment, std::uint32_t i) {
  SegmentOut frame = segment;
  const std::uint32_t skip = i * segment.mss;
  frame.header.seq += skip;
  frame.offset += skip;
  frame.payload = std::min(segment.mss, segment.payload - skip);
  if (i + 1 < segment.frames()) frame.header.flags &= static_cast<std::uint8_t>(~(wire::tcp_psh | wire::tcp_fin));
  if (i > 0) frame.header.flags &= static_cast<std::uint8_t>(~wire::tcp_cwr);
  return frame;
}

SegmentOut reset_for(const SegmentIn& segment) {
  SegmentOut reset;
  reset.header.flags = wire::tcp_rst;
  if (segment.has(wire::tcp_ack)) {
    reset.header.seq = segment.header.ack;
  } else {
    reset.header.flags |= wire::tcp_ack;
    reset.header.ack = segment.header.seq + segment.payload + (segment.has(wire::tcp_syn) ? 1 : 0) +
                       (segment.has(wire::tcp_fin) ? 1 : 0);
  }
  return reset;
}

}  // namespace rocelab::tcp
