#include "hw/pcie/port.h"

#include <algorithm>

namespace rocelab::pcie {

Port::Port(Timeline& timeline, MemoryBus& bus, const Profile& profile)
    : timeline_(timeline), bus_(bus), profile_(profile) {}

void Port::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) {
  const Ps data_ready = std::max(timeline_.now() + profile_.read_round_trip, last_visible_);
  to_device_free_ = std::max(data_ready, to_device_free_) + profile_.read.time_of(bytes);
  reads_.send(to_device_free_, {from, to, bytes, std::move(done)});
}

void Port::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) {
  to_host_free_ = std::max(timeline_.now(), to_host_free_) + profile_.write.time_of(bytes);
  last_visible_ = to_host_free_ + profile_.write_visible;
  writes_.send(last_visible_, {to, const_cast<std::uint8_t*>(from), bytes, std::move(done)});
}

void Port::perform_read(Transfer& t) {
  bus_.read(t.addr, t.octets, t.bytes);
  t.done();
}

void Port::perform_write(Transfer& t) {
  bus_.write(t.addr, t.octets, t.bytes);
  t.done();
}

}  // namespace rocelab::pcie
