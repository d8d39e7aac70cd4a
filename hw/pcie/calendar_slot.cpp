#include "hw/pcie/calendar_slot.h"

#include <algorithm>

#include "tlm/prefetch.h"

namespace rocelab::pcie {
namespace {

/// From the first octet of a write as long as MPS allows to the return of its credits.
Ps posted_loop(const Profile& p, const LineTime& line) {
  return line.of(p.limits.mps + write_overhead) + p.posted_loop();
}

}  // namespace

CalendarSlot::CalendarSlot(const Surroundings& around, const Profile& profile)
    : timeline_(around.timeline),
      bus_(around.bus),
      memory_(around.memory),
      meter_(around.probe, around.tag),
      profile_(profile),
      line_(profile.link.for_tlps(profile.limits.mps)),
      request_time_(line_.of(read_request_octets)),
      headers_(posted_loop(profile, line_), profile.posted.header),
      data_(posted_loop(profile, line_), profile.posted.data),
      requests_(profile.non_posted_loop(), profile.non_posted.header),
      tags_(profile.tags) {}

void CalendarSlot::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) {
  const Ps not_before = last_visible_ + profile_.propagation;
  const Ps wait = memory_.dma_read(from, bytes);
  Ps sent = std::max(timeline_.now(), to_host_free_);
  Ps complete = sent;
  std::uint32_t requests = 0;
  cut(dwords(from, bytes), profile_.limits.mrrs, [&](Stretch request) {
    sent += request_time_;
    complete = answer(request, sent, not_before, wait);
    ++requests;
  });
  to_host_free_ = sent;
  meter_.asked(std::uint64_t{requests} * read_request_octets, bytes);
  outstanding_ += requests;
  tags_changed();
  bus_.prefetch(from, bytes);
  reads_.send(complete, {from, to, bytes, requests, std::move(done)});
}

Ps CalendarSlot::answer(Stretch request, Ps sent, Ps not_before, Ps wait) {
  Ps& tag = tags_[next_tag_];
  if (++next_tag_ == tags_.size()) next_tag_ = 0;
  const Ps issued = std::max({sent, tag + request_time_, requests_.use(sent, 1)});
  const Load answer = completion_load(request, profile_.limits);
  const Ps ready = std::max(issued + profile_.read_round_trip, not_before) + wait;
  tag = to_device_free_ = std::max(ready, to_device_free_) + line_.of(answer.octets);
  meter_.answered(answer.octets);
  return to_device_free_;
}

void CalendarSlot::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) {
  const Stretch s = dwords(to, bytes);
  const Load load = write_load(s, profile_.limits);
  const Ps begin = std::max(timeline_.now(), to_host_free_);
  to_host_free_ = std::max(
      {begin + line_.of(load.octets), headers_.use(begin, load.tlps), data_.use(begin, data_credits(s.octets()))});
  const Ps wait = memory_.dma_write(to, bytes);
  last_visible_ = std::max(last_visible_, to_host_free_ + profile_.write_visible + wait);
  meter_.wrote(load.octets, bytes);
  prefetch(from, bytes);
  bus_.prefetch(to, bytes);
  writes_.send(last_visible_, {to, const_cast<std::uint8_t*>(from), bytes, 0, std::move(done)});
}

void CalendarSlot::store(Ps delay, std::uint32_t bytes, Action arrived) {
  // It goes between the completions that are on their way; those behind it come later by its time on the link.
  const std::uint64_t octets = store_octets(bytes);
  to_device_free_ += line_.of(octets);
  meter_.stored(octets, bytes);
  timeline_.after(delay + profile_.mmio_propagation, std::move(arrived));
}

void CalendarSlot::perform_read(Transfer& transfer) {
  outstanding_ -= transfer.requests;
  tags_changed();
  bus_.read(transfer.addr, transfer.octets, transfer.bytes);
  transfer.done();
}

void CalendarSlot::perform_write(Transfer& transfer) {
  bus_.write(transfer.addr, transfer.octets, transfer.bytes);
  transfer.done();
}

/// Those of one read come back together here: to tell of each would take an event.
void CalendarSlot::tags_changed() { meter_.tags(std::min(outstanding_, profile_.tags)); }

}  // namespace rocelab::pcie
