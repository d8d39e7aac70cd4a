#include "host/verbs/verbs.h"

namespace rocelab::verbs {

ibv_context::ibv_context(Platform& p) : platform(p), records(p) {
  platform.nic().set_addresses({platform.mac(), platform.gids()});
  platform.nic().add_listener(*this);
}

ibv_context::~ibv_context() { platform.nic().remove_listener(*this); }

bool ibv_context::cq_event(rnic::CqId id) {
  if (cq_of_number.count(id.value) == 0) return false;
  platform.interrupt([this, id] {
    // It may have been destroyed before the core serves the interrupt.
    const auto it = cq_of_number.find(id.value);
    if (it == cq_of_number.end()) return;
    ++it->second->events;
    if (it->second->channel) it->second->channel->events.push_back(it->second);
  });
  return true;
}

bool ibv_context::async_event(rnic::AsyncEvent event, std::uint32_t number) {
  if (!owns_object_of(*this, event, number)) return false;
  platform.interrupt([this, event, number] { async_events.emplace_back(event, number); });
  return true;
}

int ibv_context::refuse(const MomentKind& rule, int error,
                        std::vector<std::pair<std::string_view, std::uint64_t>> values) {
  refusal = {&rule, error, std::move(values)};
  platform.refused(refusal);
  return error;
}

Ring ibv_context::make_ring(std::uint64_t bytes, rnic::RingPages& pages) {
  const Ring ring{platform.allocate(bytes), bytes};
  auto pinned = platform.pin(ring.start, bytes);
  if (!pinned) return {};
  pages.pages = std::move(*pinned);
  return ring;
}

void ibv_context::drop_ring(Ring& ring) {
  if (ring.bytes == 0) return;
  platform.unpin(ring.start, ring.bytes);
  platform.release(ring.start);
  ring = {};
}

}  // namespace rocelab::verbs
