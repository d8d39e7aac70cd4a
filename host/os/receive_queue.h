#pragma once
#include <functional>
#include <map>
#include <optional>

#include "host/os/net_device.h"

namespace rocelab::host {

/// A socket's receive queue: payload stays in the buffers that the NIC wrote, in order of stream offset, until read()
/// copies it out; a buffer goes back to the driver when its last byte has been read.
class ReceiveQueue {
 public:
  struct Fragment {
    BusAddr addr = 0;
    std::uint32_t bytes = 0;
    BusAddr buffer = 0;  // what to give back
  };

  /// Payload for stream bytes [offset, offset + bytes), possibly ahead of a hole. False when all of it is there
  /// already (the caller keeps the buffer then).
  bool store(std::uint64_t offset, Fragment fragment);

  /// In-order data reaches up to this stream offset (exclusive).
  void in_order_up_to(std::uint64_t offset) { in_order_ = offset; }
  std::uint64_t readable() const { return in_order_ - read_; }
  std::uint64_t read_offset() const { return read_; }

  /// The next readable piece, at most `bytes`; nothing when nothing is readable. `give_back` receives each buffer that
  /// is used up.
  std::optional<Piece> take(std::uint64_t bytes, const std::function<void(BusAddr)>& give_back);

 private:
  std::map<std::uint64_t, Fragment> fragments_;  // by stream offset, not overlapping
  std::uint64_t in_order_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace rocelab::host
