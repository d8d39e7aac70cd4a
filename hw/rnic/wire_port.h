#pragma once
#include "tlm/packet.h"

namespace rocelab::rnic {

/// The MAC as the RDMA engine sees it. The engine hands over a frame only while there is room, so that no more than
/// the port's few frames stand between its scheduler and the wire; Engine::port_has_room() tells it to go on.
class WirePort {
 public:
  virtual ~WirePort() = default;
  virtual bool has_room(Priority) const = 0;
  virtual void send(PacketPtr) = 0;
};

}  // namespace rocelab::rnic
