#include "hw/nic/rx_engine.h"

#include <algorithm>

#include "hw/nic/counters.h"
#include "hw/nic/stages.h"

namespace rocelab::nic {

RxEngine::RxEngine(Timeline& timeline, Probe& probe, MemoryPort& memory, HostId host, Completed completed)
    : timeline_(timeline), probe_(probe), memory_(memory), host_(host), completed_(std::move(completed)) {}

void RxEngine::configure(BusAddr ring, BusAddr completions, std::uint32_t entries) {
  ring_ = ring;
  completions_at_ = completions;
  entries_ = entries;
  outgoing_.resize(entries);
}

void RxEngine::doorbell(std::uint32_t producer) {
  producer_ = producer;
  fetch();
}

void RxEngine::fetch() {
  if (fetching_ || fetched_ == producer_ || ready_.size() >= low_water) return;
  fetching_ = true;
  const std::uint32_t at = fetched_ % entries_;
  const std::uint32_t n = std::min({batch, producer_ - fetched_, entries_ - at});
  memory_.read(ring_ + at * sizeof(RxDescriptor), reinterpret_cast<std::uint8_t*>(incoming_.data()),
               n * sizeof(RxDescriptor), {}, [this, n] { fetched(n); });
}

void RxEngine::fetched(std::uint32_t n) {
  ready_.insert(ready_.end(), incoming_.begin(), incoming_.begin() + n);
  fetched_ += n;
  fetching_ = false;
  fetch();
}

void RxEngine::receive(PacketPtr packet) {
  packet->tag.host = host_;
  if (ready_.empty() || ready_.front().bytes < packet->length) {
    probe_.count(dropped, packet->tag);
    probe_.count(dropped_no_buffer, packet->tag);
    return;
  }
  const RxDescriptor buffer = ready_.front();
  ready_.pop_front();
  const std::uint32_t index = used_++;
  const Ps begin = timeline_.now();
  if (packet->payload > 0) probe_.open(rx, packet->tag);
  RxCompletion& completion = outgoing_[index % entries_];
  completion = {packet->length, index % entries_, index / entries_ + 1, 0};

  memory_.write(buffer.addr, packet->data, packet->length, packet->tag, [] {});
  memory_.write(completions_at_ + index % entries_ * sizeof(RxCompletion),
                reinterpret_cast<const std::uint8_t*>(&completion), sizeof completion, packet->tag,
                [this, packet, begin, index] { written(packet, begin, index); });
  fetch();
}

void RxEngine::written(PacketPtr packet, Ps begin, std::uint32_t index) {
  visible_ = index + 1;
  probe_.move(Mover::dma_write, packet->tag, packet->length - packet->payload + sizeof(RxCompletion), false);
  if (packet->payload > 0) {
    note_ = packet->tag;
    probe_.move(Mover::dma_write, packet->tag, packet->payload, true);
    probe_.close(rx, packet->tag, begin, packet->payload);
    probe_.moment(moment_dma_to_kernel, packet->tag, {{"bytes", packet->payload}});
  }
  completed_();
}

}  // namespace rocelab::nic
