#include "hw/nic/tx_engine.h"

#include <algorithm>

#include "hw/nic/offload.h"
#include "hw/nic/stages.h"

namespace rocelab::nic {

TxEngine::TxEngine(Timeline& timeline, Probe& probe, PacketPool& pool, MemoryPort& memory, Send send)
    : timeline_(timeline), probe_(probe), pool_(pool), memory_(memory), send_(std::move(send)) {}

void TxEngine::configure(BusAddr ring, std::uint32_t entries, BusAddr consumed) {
  ring_ = ring;
  mask_ = entries - 1;
  consumed_at_ = consumed;
  notes_.resize(entries);
}

void TxEngine::doorbell(std::uint32_t producer) {
  producer_ = producer;
  fetch();
}

void TxEngine::fetch() {
  if (fetching_ || fetched_ == producer_) return;
  fetching_ = true;
  fetch_begin_ = timeline_.now();
  const std::uint32_t to_ring_end = mask_ + 1 - (fetched_ & mask_);
  const std::uint32_t n = std::min({batch, producer_ - fetched_, to_ring_end});
  memory_.read(ring_ + (fetched_ & mask_) * sizeof(TxDescriptor), reinterpret_cast<std::uint8_t*>(incoming_.data()),
               n * sizeof(TxDescriptor), notes_[fetched_ & mask_].tag, [this, n] { fetched(n); });
}

void TxEngine::fetched(std::uint32_t n) {
  ready_.insert(ready_.end(), incoming_.begin(), incoming_.begin() + n);
  fetched_ += n;
  fetching_ = false;
  probe_.move(Mover::dma_read, notes_[gathered_ & mask_].tag, n * sizeof(TxDescriptor), false);
  gather();
  fetch();
}

void TxEngine::gather() {
  for (;;) {
    const auto end = std::find_if(ready_.begin(), ready_.end(), [](const TxDescriptor& d) { return d.flags & tx_end; });
    if (end == ready_.end()) return;
    const auto pieces = static_cast<std::uint32_t>(end - ready_.begin()) + 1;
    std::uint32_t octets = 0;
    for (std::uint32_t i = 0; i < pieces; ++i) octets += ready_[i].bytes;

    Burst burst{pool_.make(octets), ready_.front(),     notes_[gathered_ & mask_],
                fetch_begin_,       gathered_ + pieces, pieces};
    burst.packet->length = octets;
    burst.packet->tag = burst.note.tag;
    burst.packet->payload = burst.note.payload;
    burst.packet->transmission = burst.note.transmission;
    std::uint8_t* to = burst.packet->data;
    gathered_ += pieces;
    if (burst.note.payload > 0) probe_.open(tx, burst.note.tag);
    bursts_.push_back(std::move(burst));
    for (std::uint32_t i = 0; i < pieces; ++i) {
      const TxDescriptor d = ready_.front();
      ready_.pop_front();
      memory_.read(d.addr, to, d.bytes, bursts_.back().note.tag,
                   [this, end_index = gathered_] { gathered(end_index); });
      to += d.bytes;
    }
  }
}

void TxEngine::gathered(std::uint32_t end_index) {
  // Reads complete in order, so the oldest burst is the one that is served.
  Burst& burst = bursts_.front();
  if (burst.end_index != end_index || --burst.reads > 0) return;
  send(burst);
  bursts_.pop_front();
}

void TxEngine::send(Burst& burst) {
  probe_.move(Mover::dma_read, burst.note.tag, burst.packet->length - burst.note.payload, false);
  if (burst.note.payload > 0) {
    probe_.move(Mover::dma_read, burst.note.tag, burst.note.payload, true);
    probe_.close(tx, burst.note.tag, burst.begin, burst.note.payload);
  }
  for_each_segment(pool_, burst.packet, burst.first, send_);
  consumed_ = burst.end_index;
  memory_.write(consumed_at_, reinterpret_cast<const std::uint8_t*>(&consumed_), sizeof consumed_, burst.note.tag,
                [] {});
}

}  // namespace rocelab::nic
