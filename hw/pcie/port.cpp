#include "hw/pcie/port.h"

#include <algorithm>

namespace rocelab::pcie {

Port::Port(Timeline& timeline, MemoryBus& bus, const Profile& profile)
    : timeline_(timeline), bus_(bus), profile_(profile) {}

void Port::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) {
  const Ps data_ready = std::max(timeline_.now() + profile_.read_round_trip, last_visible_);
  to_device_free_ = std::max(data_ready, to_device_free_) + profile_.read.time_of(bytes);
  schedule(to_device_free_, {true, from, to, bytes, std::move(done)});
}

void Port::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) {
  to_host_free_ = std::max(timeline_.now(), to_host_free_) + profile_.write.time_of(bytes);
  last_visible_ = to_host_free_ + profile_.write_visible;
  schedule(last_visible_, {false, to, const_cast<std::uint8_t*>(from), bytes, std::move(done)});
}

void Port::schedule(Ps t, Transfer transfer) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(transfers_.size());
    transfers_.push_back(std::move(transfer));
  } else {
    slot = free_.back();
    free_.pop_back();
    transfers_[slot] = std::move(transfer);
  }
  timeline_.at(t, [this, slot] { perform(slot); });
}

void Port::perform(std::uint32_t slot) {
  Transfer transfer = std::move(transfers_[slot]);
  free_.push_back(slot);
  if (transfer.is_read) {
    bus_.read(transfer.addr, transfer.octets, transfer.bytes);
  } else {
    bus_.write(transfer.addr, transfer.octets, transfer.bytes);
  }
  transfer.done();
}

}  // namespace rocelab::pcie
