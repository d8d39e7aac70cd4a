#pragma once
#include <vector>

#include "hw/pcie/profile.h"
#include "tlm/memory_bus.h"
#include "tlm/timeline.h"

namespace rocelab::pcie {

/// A device's way to its host's memory: both directions of the link are calendars of their effective bandwidth,
/// a read costs a round trip before its data occupies the link, a write is posted and becomes visible in order.
/// A read does not pass an earlier write (PCIe ordering rules), so its data is never older than it.
class Port : public MemoryPort {
 public:
  Port(Timeline&, MemoryBus&, const Profile&);

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) override;
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) override;

 private:
  struct Transfer {
    bool is_read;
    BusAddr addr;
    std::uint8_t* octets;
    std::uint32_t bytes;
    Action done;
  };

  void schedule(Ps t, Transfer);
  void perform(std::uint32_t slot);

  Timeline& timeline_;
  MemoryBus& bus_;
  Profile profile_;
  Ps to_device_free_ = 0;  // completions with read data
  Ps to_host_free_ = 0;    // posted writes
  Ps last_visible_ = 0;    // when the latest write is visible
  std::vector<Transfer> transfers_;
  std::vector<std::uint32_t> free_;
};

}  // namespace rocelab::pcie
