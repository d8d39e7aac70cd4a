#pragma once
#include "hw/rnic/objects.h"

namespace rocelab::rnic {

/// A process that holds objects of the NIC, as the driver's event handler sees it. The handler asks one after the
/// other; whose object it is takes the event (as the device's event queue names an object, and that its context).
class EventListener {
 public:
  /// An armed CQ has a completion: the interrupt is on its way to the driver. False: the CQ is another's.
  virtual bool cq_event(CqId) = 0;
  /// `object` is the QPN, CQ or SRQ number. False: it is another's.
  virtual bool async_event(AsyncEvent, std::uint32_t object) = 0;

 protected:
  ~EventListener() = default;
};

}  // namespace rocelab::rnic
