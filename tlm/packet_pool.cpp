#include "tlm/packet_pool.h"

#include <cstring>
#include <new>
#include <stdexcept>

namespace rocelab {

void PacketPtr::release() { p_->pool_->take_back(p_); }

PacketPtr PacketPool::make(std::uint32_t octets) {
  std::uint8_t size_class = 0;
  while (size_class < class_octets.size() && class_octets[size_class] < octets) ++size_class;
  if (size_class == class_octets.size()) throw std::length_error("packet pool: frame larger than 65664 octets");

  auto& free = free_[size_class];
  if (free.empty()) free.push_back(add(class_octets[size_class]));
  Packet* p = free.back();
  free.pop_back();
  *p = Packet{};
  p->data = reinterpret_cast<std::uint8_t*>(p) + octets_behind;
  p->capacity = class_octets[size_class];
  p->size_class_ = size_class;
  p->pool_ = this;
  ++alive_;
  return PacketPtr(p);
}

Packet* PacketPool::add(std::uint32_t octets) {
  constexpr std::align_val_t line{64};
  slabs_.emplace_back(::operator new(octets_behind + octets, line));
  return new (slabs_.back().get()) Packet;
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
