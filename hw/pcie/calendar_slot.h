#pragma once
#include <vector>

#include "hw/pcie/closed_form.h"
#include "hw/pcie/credit_window.h"
#include "hw/pcie/line_time.h"
#include "hw/pcie/slot.h"
#include "tlm/conveyor.h"

namespace rocelab::pcie {

/// The slot in closed form: one event a request, however many TLPs it is. Each direction of the link is a calendar of
/// the octets that requests put on it. A read costs a round trip before its data occupies the link, a write is
/// posted and becomes visible in order. A read does not pass an earlier write (ordering rules, 2.4.1), so its data is
/// never older than it. Tags are a ring of the times at which they come back, credits come back evenly.
class CalendarSlot : public Slot {
 public:
  CalendarSlot(const Surroundings&, const Profile&);

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) override;
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) override;
  void store(Ps delay, std::uint32_t bytes, Action arrived) override;
  void declare_rows(const std::string& scope) override { meter_.declare_rows(scope, false); }
  void settle() override { meter_.settle(); }

 private:
  struct Transfer {
    BusAddr addr = 0;
    std::uint8_t* octets = nullptr;
    std::uint32_t bytes = 0;
    std::uint32_t requests = 0;  // of a read, each with a tag
    Action done;
  };

  /// When the last completion of one read request has come in.
  Ps answer(Stretch request, Ps sent, Ps not_before, Ps wait);
  void perform_read(Transfer&);
  void perform_write(Transfer&);
  void tags_changed();

  Timeline& timeline_;
  MemoryBus& bus_;
  HostMemory& memory_;
  Meter meter_;
  Profile profile_;
  LineTime line_;
  Ps request_time_;                         // of a read request on the link
  CreditWindow headers_, data_, requests_;  // of writes, and of read requests
  Ps to_device_free_ = 0;                   // completions with read data
  Ps to_host_free_ = 0;                     // posted writes and read requests
  Ps last_visible_ = 0;                     // when the latest write is visible
  std::vector<Ps> tags_;                    // when each is free again, in the order of their use
  std::size_t next_tag_ = 0;
  std::uint32_t outstanding_ = 0;  // read requests
  Conveyor<CalendarSlot, Transfer, &CalendarSlot::perform_read> reads_{timeline_, *this};
  Conveyor<CalendarSlot, Transfer, &CalendarSlot::perform_write> writes_{timeline_, *this};
};

}  // namespace rocelab::pcie
