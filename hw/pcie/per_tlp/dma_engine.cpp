#include "hw/pcie/per_tlp/dma_engine.h"

#include <algorithm>

namespace rocelab::pcie {

DmaEngine::DmaEngine(const Slot::Surroundings& around, const Profile& profile, Meter& meter, Direction& to_host)
    : bus_(around.bus),
      profile_(profile),
      meter_(meter),
      to_host_(to_host),
      tags_(profile.tags),
      awaited_(profile.tags) {
  to_host.guard(*this);
}

void DmaEngine::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Action done) {
  const Stretch whole = dwords(from, bytes);
  const std::uint32_t number = add({from, to, bytes, whole.octets(), std::move(done)});
  cut(whole, profile_.limits.mrrs, [&](Stretch s) {
    meter_.asked(read_request_octets, 0);
    to_host_.push({Class::non_posted, read_request_octets, 0, s, number});
  });
  meter_.asked(0, bytes);
}

void DmaEngine::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Action done) {
  const Stretch whole = dwords(to, bytes);
  const std::uint32_t number = add({to, const_cast<std::uint8_t*>(from), bytes, whole.octets(), std::move(done)});
  cut(whole, profile_.limits.mps, [&](Stretch s) {
    const auto payload = static_cast<std::uint32_t>(s.octets());
    meter_.wrote(payload + write_overhead, 0);
    to_host_.push({Class::posted, payload + write_overhead, payload, s, number});
  });
  meter_.wrote(0, bytes);
}

void DmaEngine::pass(Tlp& request) {
  request.tag = tags_.take();
  awaited_[request.tag] = request.stretch.octets();
  meter_.tags(tags_.used());
}

void DmaEngine::completed(const Tlp& tlp) {
  meter_.answered(tlp.octets);
  awaited_[tlp.tag] -= tlp.stretch.octets();
  if (awaited_[tlp.tag] == 0) {
    tags_.release(tlp.tag);
    meter_.tags(tags_.used());
    to_host_.resume();
  }
  progress(tlp.request, tlp.stretch.octets());
}

void DmaEngine::access(const Tlp& tlp) {
  const Request& r = requests_[tlp.request];
  const BusAddr begin = std::max(tlp.stretch.begin, r.addr), end = std::min(tlp.stretch.end, r.addr + r.bytes);
  std::uint8_t* octets = r.octets + (begin - r.addr);
  const auto bytes = static_cast<std::uint32_t>(end - begin);
  if (tlp.cls == Class::completion) {
    bus_.read(begin, octets, bytes);
  } else {
    bus_.write(begin, octets, bytes);
    progress(tlp.request, tlp.stretch.octets());
  }
}

std::uint32_t DmaEngine::add(Request request) {
  if (free_.empty()) {
    requests_.push_back(std::move(request));
    return static_cast<std::uint32_t>(requests_.size() - 1);
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  requests_[number] = std::move(request);
  return number;
}

void DmaEngine::progress(std::uint32_t number, std::uint64_t octets) {
  Request& r = requests_[number];
  r.left -= octets;
  if (r.left > 0) return;
  Action done = std::move(r.done);
  free_.push_back(number);
  done();
}

}  // namespace rocelab::pcie
