#include "hw/pcie/slot.h"

#include "hw/pcie/calendar_slot.h"
#include "hw/pcie/per_tlp/tlp_slot.h"

namespace rocelab::pcie {

std::unique_ptr<Slot> make_slot(const Slot::Surroundings& around, const Profile& profile) {
  if (profile.model == Model::per_tlp) return std::make_unique<TlpSlot>(around, profile);
  return std::make_unique<CalendarSlot>(around, profile);
}

}  // namespace rocelab::pcie
