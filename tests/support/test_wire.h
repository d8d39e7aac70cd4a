#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "hw/rnic/engine.h"
#include "tlm/frame_sink.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::test {

/// One direction of a link: 100 Gb/s, a microsecond long, a queue of two frames before it. `fate` decides over each
/// frame: when its first bit arrives at the other end, counted from when it leaves; none = lost, two = duplicated.
class TestWire : public rnic::WirePort {
 public:
  explicit TestWire(Timeline& timeline) : timeline_(timeline) {}

  static constexpr Ps propagation = 1'000'000;
  std::function<std::vector<Ps>(PacketPtr&)> fate = [](PacketPtr&) { return std::vector<Ps>{propagation}; };
  std::function<void()> on_room;
  FrameSink* to = nullptr;
  std::uint64_t frames = 0;

  bool has_room(Priority) const override { return waiting_ < 2; }
  void send(PacketPtr packet) override {
    ++frames;
    ++waiting_;
    const Ps begin = std::max(timeline_.now(), free_);
    const Ps length = static_cast<Ps>(packet->frame_bytes()) * 80;  // 80 ps an octet
    free_ = begin + static_cast<Ps>(packet->wire_bytes()) * 80;
    timeline_.at(begin, [this, packet, length]() mutable { leave(std::move(packet), length); });
  }

 private:
  void leave(PacketPtr packet, Ps length) {
    --waiting_;
    for (Ps delay : fate(packet)) {
      timeline_.after(delay, [this, packet, length] { to->frame(packet, timeline_.now(), timeline_.now() + length); });
    }
    if (on_room) on_room();
  }

  Timeline& timeline_;
  Ps free_ = 0;
  unsigned waiting_ = 0;
};

}  // namespace rocelab::test
