#pragma once
#include "hw/pcie/profile.h"
#include "tlm/conveyor.h"
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
    BusAddr addr = 0;
    std::uint8_t* octets = nullptr;
    std::uint32_t bytes = 0;
    Action done;
  };

  void perform_read(Transfer&);
  void perform_write(Transfer&);

  Timeline& timeline_;
  MemoryBus& bus_;
  Profile profile_;
  Ps to_device_free_ = 0;  // completions with read data
  Ps to_host_free_ = 0;    // posted writes
  Ps last_visible_ = 0;    // when the latest write is visible
  Conveyor<Port, Transfer, &Port::perform_read> reads_{timeline_, *this};
  Conveyor<Port, Transfer, &Port::perform_write> writes_{timeline_, *this};
};

}  // namespace rocelab::pcie
