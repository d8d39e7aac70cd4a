#pragma once
#include <unordered_set>

#include "hw/rnic/abi.h"
#include "hw/rnic/device.h"
#include "tlm/ring_buffer.h"

namespace rocelab::rnic {

/// Send doorbells between register and queue pair: each waits for the pipeline and for its queue pair's context. The
/// NIC keeps only so many. Of one more it remembers that there was one, no more than that, and reads what software
/// has posted from the doorbell record in host memory as soon as it has room again.
class Doorbells {
 public:
  explicit Doorbells(Device& device) : device_(device) {}

  /// `wqe`: what came along (BlueFlame), `bytes` of it, or nothing.
  void ring(QueuePair&, const abi::ControlSegment& newest, PacketPtr wqe, std::uint32_t bytes);

 private:
  bool full() const;
  void parsed(QueuePair*, const abi::ControlSegment&, PacketPtr wqe, std::uint32_t bytes);
  void done();
  void recover(Qpn);
  void read_record(QueuePair*);

  Device& device_;
  std::uint32_t waiting_ = 0;
  RingBuffer<Qpn> dropped_;
  std::unordered_set<Qpn> known_;  // the same, for one reading each
};

}  // namespace rocelab::rnic
