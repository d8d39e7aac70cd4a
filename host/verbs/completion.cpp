#include <algorithm>
#include <cerrno>

#include "host/verbs/completion_ring.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/registers.h"

namespace rocelab::verbs {

namespace {

/// The smallest ring for so many completions, or nothing where the device has none of that size.
std::uint32_t entries_for(Context& context, int cqe) {
  const std::uint32_t most = context.platform.nic().limits().max_cqe;
  if (cqe >= 1 && static_cast<std::uint32_t>(cqe) <= most) return power_of_two(static_cast<std::uint32_t>(cqe));
  errno = context.refuse(refused_capability, EINVAL, {{"given", static_cast<std::uint32_t>(cqe)}, {"most", most}});
  return 0;
}

/// A ring whose first entry will have number `first`: all of it reads as not yet written. The consumer's record stands
/// in the line behind it.
Ring make_cq_ring(Context& context, std::uint32_t entries, std::uint32_t first, rnic::CqConfig& config) {
  const std::uint64_t ring_bytes = std::uint64_t{entries} * cqe_bytes;
  const Ring ring = context.make_ring(ring_bytes + cqe_bytes, config.ring);
  if (ring.bytes == 0) return ring;
  config.entries = entries;
  config.consumer = config.ring.at(ring_bytes);
  for (std::uint32_t n = first; n != first + entries; ++n) {
    const CqePlace place = place_in(ring.start, entries, n);
    const std::uint8_t hardware = !place.lap;
    context.platform.store(place.at + cqe_bytes - 1, &hardware, 1);
  }
  return ring;
}

}  // namespace

Cq* ibv_create_cq(Context* context, int cqe, Channel* channel) {
  const std::uint32_t entries = entries_for(*context, cqe);
  if (entries == 0) return nullptr;
  rnic::CqConfig config;
  Cq cq{context, {}, static_cast<int>(entries)};
  cq.ring = make_cq_ring(*context, entries, 0, config);
  if (cq.ring.bytes == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  cq.record = cq.ring.start + std::uint64_t{entries} * cqe_bytes;
  cq.channel = channel;
  context->platform.driver(DriverCall::create_cq, config.ring.pages.size(),
                           [&] { cq.handle = context->platform.nic().create_cq(config); });
  Cq* made = context->cqs.add(cq);
  context->cq_of_number[made->handle.value] = made;
  return made;
}

Cq* ibv_create_cq(Context* context, int cqe, void* cq_context, Channel* channel, int comp_vector) {
  if (comp_vector < 0 || comp_vector >= context->num_comp_vectors) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", static_cast<std::uint32_t>(comp_vector)}});
    return nullptr;
  }
  Cq* cq = ibv_create_cq(context, cqe, channel);
  if (cq) cq->cq_context = cq_context;
  return cq;
}

int ibv_destroy_cq(Cq* cq) {
  Context* context = cq->context;
  if (cq->users > 0) return context->refuse(refused_in_use, EBUSY, {{"users", static_cast<std::uint64_t>(cq->users)}});
  if (cq->unacked > 0) return context->refuse(refused_unacked, EBUSY, {{"events", cq->unacked}});
  context->platform.driver(DriverCall::destroy_cq, 0, [&] { context->platform.nic().destroy_cq(cq->handle); });
  context->drop_ring(cq->ring);
  retire_old_ring(*cq);
  context->cq_of_number.erase(cq->handle.value);
  if (cq->channel) {
    auto& events = cq->channel->events;
    events.erase(std::remove(events.begin(), events.end(), cq), events.end());
  }
  context->cqs.drop(cq);
  return 0;
}

void retire_old_ring(Cq& cq) {
  cq.context->drop_ring(cq.old_ring);
  cq.old_entries = 0;
}

int ibv_resize_cq(Cq* cq, int cqe) {
  Context* context = cq->context;
  Platform& platform = context->platform;
  const std::uint32_t entries = entries_for(*context, cqe);
  if (entries == 0) return EINVAL;
  // One change at a time: what an earlier one left has to be polled first.
  if (cq->old_entries > 0) return EBUSY;
  int error = 0;
  platform.driver(DriverCall::resize_cq, (entries * cqe_bytes + 4095) / 4096, [&] {
    // Entries keep their numbers: what the owner bits of the new ring must not be yet follows from the first one's.
    rnic::CqConfig config;
    const std::uint32_t first = platform.nic().next_cqe(cq->handle);
    const Ring ring = make_cq_ring(*context, entries, first, config);
    if (ring.bytes == 0) {
      error = ENOMEM;
    } else if (!platform.nic().resize_cq(cq->handle, config, cq->consumer)) {
      Ring unused = ring;
      context->drop_ring(unused);
      error = context->refuse(refused_full_cq, EINVAL, {{"given", entries}, {"entries", first - cq->consumer}});
    } else {
      cq->old_ring = cq->ring, cq->old_entries = static_cast<std::uint32_t>(cq->cqe), cq->moved_at = first;
      cq->ring = ring, cq->cqe = static_cast<int>(entries);
      cq->record = ring.start + std::uint64_t{entries} * cqe_bytes;
    }
  });
  if (error == 0) publish_consumer(*cq);
  return error;
}

int ibv_modify_cq(Cq* cq, ibv_modify_cq_attr* attr) {
  Platform& platform = cq->context->platform;
  if (attr->attr_mask != IBV_CQ_ATTR_MODERATE)
    return cq->context->refuse(refused_argument, EINVAL, {{"given", attr->attr_mask}});
  const ibv_moderate_cq& m = attr->moderate;
  platform.driver(DriverCall::modify_cq, 0,
                  [&] { platform.nic().moderate_cq(cq->handle, m.cq_count, Ps{m.cq_period} * 1'000'000); });
  return 0;
}

int ibv_req_notify_cq(Cq* cq, int solicited_only) {
  std::uint8_t octets[8];
  rnic::abi::put32(octets, cq->handle.value | (solicited_only ? rnic::registers::solicited_bit : 0));
  // The next completion fires; what can be polled already does not (IBTA vol. 1, 11.4.2.2).
  rnic::abi::put32(octets + 4, filled_end(*cq));
  cq->context->platform.mmio_write(rnic::registers::cq_arm, octets, sizeof octets);
  return 0;
}

Channel* ibv_create_comp_channel(Context* context) { return context->channels.add({context, {}}); }

int ibv_destroy_comp_channel(Channel* channel) {
  Context* context = channel->context;
  for (const auto& [number, cq] : context->cq_of_number) {
    if (cq->channel == channel) return context->refuse(refused_in_use, EBUSY, {{"users", 1}});
  }
  context->channels.drop(channel);
  return 0;
}

int ibv_get_cq_event(Channel* channel, Cq** cq) {
  if (!channel->context->platform.sleep_until([channel] { return !channel->events.empty(); })) {
    errno = EAGAIN;
    return -1;
  }
  *cq = channel->events.front();
  channel->events.pop_front();
  ++(*cq)->unacked;
  return 0;
}

int ibv_get_cq_event(Channel* channel, Cq** cq, void** cq_context) {
  if (const int error = ibv_get_cq_event(channel, cq)) return error;
  *cq_context = (*cq)->cq_context;
  return 0;
}

void ibv_ack_cq_events(Cq* cq, unsigned count) { cq->unacked -= std::min(count, cq->unacked); }

}  // namespace rocelab::verbs
