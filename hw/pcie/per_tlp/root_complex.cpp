#include "hw/pcie/per_tlp/root_complex.h"

#include <algorithm>

namespace rocelab::pcie {

RootComplex::RootComplex(const Slot::Surroundings& around, const Profile& profile, Direction& to_device,
                         std::function<void(const Tlp&)> access)
    : timeline_(around.timeline),
      memory_(around.memory),
      profile_(profile),
      to_device_(to_device),
      access_(std::move(access)) {}

void RootComplex::receive(const Tlp& tlp, Direction& from_device) {
  const Ps now = timeline_.now();
  const auto bytes = static_cast<std::uint32_t>(tlp.stretch.octets());
  if (tlp.cls == Class::posted) {
    const Ps takes = std::max<Ps>(0, profile_.write_visible - profile_.propagation);
    last_performed_ = std::max(last_performed_, now + takes + memory_.dma_write(tlp.stretch.begin, bytes));
    writes_.push_back(tlp);
    timeline_.at(last_performed_, [this, &from_device] {
      const Tlp write = writes_.front();
      writes_.pop_front();
      access_(write);
      from_device.drained(write);
    });
    return;
  }
  const Ps takes = std::max<Ps>(0, profile_.read_round_trip - 2 * profile_.propagation);
  const Ps ready = std::max(now + takes, last_performed_) + memory_.dma_read(tlp.stretch.begin, bytes);
  last_answered_ = std::max(last_answered_, ready);
  reads_.push_back(tlp);
  from_device.drained(tlp);
  timeline_.at(last_answered_, [this] {
    const Tlp request = reads_.front();
    reads_.pop_front();
    answer(request);
  });
}

void RootComplex::answer(const Tlp& request) {
  complete(request.stretch, profile_.limits, [&](Stretch part) {
    Tlp tlp{};
    tlp.cls = Class::completion;
    tlp.payload = static_cast<std::uint32_t>(part.octets());
    tlp.octets = tlp.payload + completion_overhead;
    tlp.stretch = part;
    tlp.request = request.request;
    tlp.tag = request.tag;
    access_(tlp);
    to_device_.push(tlp);
  });
}

}  // namespace rocelab::pcie
