#include "tlm/packet_pool.h"

#include <cstring>
#include <stdexcept>

namespace rocelab {

void PacketPtr::release() { p_->pool_->take_back(p_); }

PacketPtr PacketPool::make(std::uint32_t octets) {
  std::uint8_t size_class = 0;
  while (size_class < class_octets.size() && class_octets[size_class] < octets) ++size_class;
  if (size_class == class_octets.size()) throw std::length_error("packet pool: frame larger than 65664 octets");

  auto& free = free_[size_class];
  if (free.empty()) {
    auto slab = std::make_unique<Slab>();
    slab->octets = std::make_unique<std::uint8_t[]>(class_octets[size_class]);
    slab->packet.data = slab->octets.get();
    free.push_back(&slab->packet);
    slabs_.push_back(std::move(slab));
  }
  Packet* p = free.back();
  free.pop_back();
  std::uint8_t* data = p->data;
  *p = Packet{};
  p->data = data;
  p->capacity = class_octets[size_class];
  p->size_class_ = size_class;
  p->pool_ = this;
  ++alive_;
  return PacketPtr(p);
}

PacketPtr PacketPool::clone(const Packet& original) {
  PacketPtr copy = make(original.length);
  std::memcpy(copy->data, original.data, original.length);
  copy->length = original.length;
  copy->payload = original.payload;
  copy->tag = original.tag;
  copy->icrc = original.icrc;
  copy->fcs_bad = original.fcs_bad;
  copy->lossless = original.lossless;
  copy->control = original.control;
  copy->priority = original.priority;
  copy->transmission = original.transmission;
  copy->nak_resend = original.nak_resend;
  return copy;
}

void PacketPool::take_back(Packet* p) {
  --alive_;
  free_[p->size_class_].push_back(p);
}

}  // namespace rocelab
