#pragma once
#include "hw/rnic/objects.h"

namespace rocelab::rnic {

/// A process that has the device open. Each hears of every event, and knows the objects that it made itself; an object
/// has one number on its device.
class EventListener {
 public:
  virtual ~EventListener() = default;
  /// An armed CQ has a completion: the interrupt on its way to the driver.
  virtual void completion_event(CqId) = 0;
  /// `object` is the QPN, CQ or SRQ number.
  virtual void async_event(AsyncEvent, std::uint32_t object) = 0;
};

}  // namespace rocelab::rnic
