#include "hw/fabric/rx_buffer.h"

#include <algorithm>

#include "hw/fabric/counters.h"

namespace rocelab::fabric {
namespace {
constexpr Counter dropped_receive_buffer{"dropped.receive_buffer"};
}

RxBuffer::RxBuffer(Timeline& timeline, Probe& probe, const Settings& settings, LosslessPort* port)
    : timeline_(timeline), probe_(probe), s_(settings), port_(port) {}

void RxBuffer::frame(PacketPtr packet, FrameSink& upper, Ps last_bit) {
  timeline_.at(last_bit, [this, p = std::move(packet), &upper]() mutable { store(std::move(p), upper); });
}

void RxBuffer::store(PacketPtr packet, FrameSink& upper) {
  const std::uint32_t octets = packet->frame_bytes();
  if (used_ + octets > s_.octets) {
    Tag tag = packet->tag;
    tag.host = s_.host;
    return count_drop(probe_, dropped_receive_buffer, tag);
  }
  used_ += octets;
  if (used_ >= s_.xoff) each_protected(&LosslessPort::hold);
  free_at_ = std::max(free_at_, timeline_.now()) + s_.drain.time_of(octets);
  timeline_.at(free_at_, [this, p = std::move(packet), &upper]() mutable { drained(std::move(p), upper); });
}

void RxBuffer::drained(PacketPtr packet, FrameSink& upper) {
  used_ -= packet->frame_bytes();
  if (used_ <= s_.xon) each_protected(&LosslessPort::release);
  upper.frame(std::move(packet), timeline_.now(), timeline_.now());
}

void RxBuffer::each_protected(void (LosslessPort::*act)(Priority)) {
  if (!port_) return;
  for (std::uint8_t i = 0; i < 8; ++i) {
    if (s_.lossless >> i & 1) (port_->*act)(Priority{i});
  }
}

}  // namespace rocelab::fabric
