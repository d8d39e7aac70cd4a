#pragma once
#include "hw/fabric/switch/lossless_port.h"
#include "tlm/frame_sink.h"

namespace rocelab::fabric {

/// The receive buffer of a NIC whose host takes frames more slowly than the line brings them (PCIe, translation misses:
/// Guo et al., SIGCOMM'16, section 4.4). It drains at a rate of its own; above its threshold the port holds its peer in
/// the protected priorities, and what finds no room is dropped.
class RxBuffer {
 public:
  struct Settings {
    std::uint64_t octets = 512 << 10;
    Rate drain;  // 0: as fast as they come, there is no buffer
    std::uint64_t xoff = 256 << 10;
    std::uint64_t xon = 192 << 10;
    std::uint8_t lossless = 0;
    HostId host = no_host;  // whose it is: what it drops is counted there
  };

  RxBuffer(Timeline& timeline, Probe& probe, const Settings& settings, LosslessPort* port);

  /// A frame that is whole at `last_bit`, for `upper`.
  void frame(PacketPtr packet, FrameSink& upper, Ps last_bit);

  std::uint64_t used() const { return used_; }

 private:
  void store(PacketPtr packet, FrameSink& upper);
  void drained(PacketPtr packet, FrameSink& upper);
  void each_protected(void (LosslessPort::*act)(Priority));

  Timeline& timeline_;
  Probe& probe_;
  Settings s_;
  LosslessPort* port_;
  std::uint64_t used_ = 0;
  Ps free_at_ = 0;
};

}  // namespace rocelab::fabric
