#pragma once
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "hw/nic/abi.h"
#include "tlm/probe.h"

namespace rocelab::nic {

/// The receive half of an Ethernet NIC: takes the next free buffer, writes the frame and its completion by DMA, and
/// reports each visible completion. A frame without a buffer is dropped and counted.
class RxEngine {
 public:
  using Completed = std::function<void()>;

  RxEngine(Timeline&, Probe&, MemoryPort&, HostId, Completed);

  /// `ring` and `completions` have `entries` entries each (a power of two).
  void configure(BusAddr ring, BusAddr completions, std::uint32_t entries);
  void doorbell(std::uint32_t producer);
  void receive(PacketPtr);

  std::uint32_t completions() const { return visible_; }
  /// For instrumentation: whose payload has become visible since the last call, if any has.
  std::optional<Tag> take_note() { return std::exchange(note_, std::nullopt); }

 private:
  static constexpr std::uint32_t batch = 16;
  static constexpr std::uint32_t low_water = 32;  // prefetch descriptors below this many

  void fetch();
  void fetched(std::uint32_t n);
  void written(PacketPtr, Ps begin, std::uint32_t index);

  Timeline& timeline_;
  Probe& probe_;
  MemoryPort& memory_;
  HostId host_;
  Completed completed_;
  BusAddr ring_ = 0, completions_at_ = 0;
  std::uint32_t entries_ = 0;
  std::uint32_t producer_ = 0, fetched_ = 0, used_ = 0, visible_ = 0;
  bool fetching_ = false;
  std::array<RxDescriptor, batch> incoming_{};
  std::deque<RxDescriptor> ready_;
  std::optional<Tag> note_;
  std::vector<RxCompletion> outgoing_;  // staging for the DMA writes in flight
};

}  // namespace rocelab::nic
