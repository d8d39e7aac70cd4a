#pragma once
#include <array>
#include <functional>
#include <unordered_map>

#include "tlm/packet.h"

namespace rocelab::rnic {

/// The memory between the MAC and PCIe: a frame takes its room at its first bit and gives it back when its last octet
/// is in host memory, or when it turns out to be for nobody. Without a limit it takes every frame and looks at none.
class RxBuffer {
 public:
  /// Above half a lossless class is asked to stop, so that what is on the way still finds room; below a quarter it may
  /// go on. The shares are an assumption: a switch computes them from its cables (802.1Qbb, annex O).
  explicit RxBuffer(std::uint32_t bytes) : bytes_(bytes), stop_above_(bytes / 2), go_below_(bytes / 4) {}

  bool limited() const { return bytes_ > 0; }
  std::uint32_t fill() const { return fill_; }

  /// False: no room, the frame is lost.
  bool admit(const Packet& packet) {
    const auto known = held_.find(&packet);
    if (known != held_.end()) return ++known->second.users, true;  // the same frame twice: one copy
    const std::uint32_t room = packet.frame_bytes();
    if (fill_ + room > bytes_) return false;
    held_[&packet] = {room, 1};
    fill_ += room;
    if (packet.lossless && fill_ > stop_above_) press(packet.priority);
    return true;
  }
  /// Somebody else needs the frame as well; nothing for a packet that is not in the buffer.
  void retain(const Packet& packet) {
    const auto known = held_.find(&packet);
    if (known != held_.end()) ++known->second.users;
  }
  void release(const Packet& packet) {
    const auto known = held_.find(&packet);
    if (known == held_.end() || --known->second.users > 0) return;
    fill_ -= known->second.room;
    held_.erase(known);
    if (fill_ < go_below_) relax();
  }

  /// A class must stop (true) or may go on (false): for whoever sends the pause frames.
  std::function<void(Priority, bool)> on_pressure;
  bool pressed(Priority p) const { return pressed_[p.value & 7]; }

 private:
  struct Held {
    std::uint32_t room, users;
  };
  void press(Priority p) {
    if (std::exchange(pressed_[p.value & 7], true)) return;
    if (on_pressure) on_pressure(p, true);
  }
  void relax() {
    for (std::uint8_t p = 0; p < pressed_.size(); ++p)
      if (std::exchange(pressed_[p], false) && on_pressure) on_pressure(Priority{p}, false);
  }

  std::uint32_t bytes_, stop_above_, go_below_;
  std::uint32_t fill_ = 0;
  std::array<bool, 8> pressed_{};
  std::unordered_map<const Packet*, Held> held_;
};

}  // namespace rocelab::rnic
