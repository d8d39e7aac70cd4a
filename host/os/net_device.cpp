#include "host/os/net_device.h"

#include <algorithm>

namespace rocelab::host {
namespace {
constexpr std::uint32_t header_slot = 128;  // Ethernet + IPv6 + TCP with all options fit

std::uint64_t pages_for(std::uint64_t bytes) { return (bytes + page_bytes - 1) / page_bytes; }
}  // namespace

NetDevice::NetDevice(PhysicalMemory& memory, Registers& registers, nic::EthernetNic& nic, std::uint32_t buffer)
    : memory_(memory), registers_(registers), nic_(nic), buffer_(buffer), rx_(nic.queues()) {}

void NetDevice::bring_up() {
  tx_ring_ = memory_.allocate(pages_for(entries * sizeof(nic::TxDescriptor)));
  for (RxRing& ring : rx_) {
    ring.descriptors = memory_.allocate(pages_for(entries * sizeof(nic::RxDescriptor)));
    ring.completions = memory_.allocate(pages_for(entries * sizeof(nic::RxCompletion)));
  }
  headers_ = memory_.allocate(pages_for(entries * header_slot));
  consumed_at_ = memory_.allocate(1);
  nic_.tx().configure(tx_ring_, entries, consumed_at_);
  for (unsigned q = 0; q < rx_.size(); ++q) {
    nic_.rx(q).configure(rx_[q].descriptors, rx_[q].completions, entries);
    refill(q);
  }
}

bool NetDevice::fits(const OutgoingSkb& skb) const {
  std::uint32_t consumed;
  memory_.read(consumed_at_, reinterpret_cast<std::uint8_t*>(&consumed), sizeof consumed);
  return tx_producer_ - consumed + 1 + skb.payload.size() <= entries;
}

void NetDevice::transmit(OutgoingSkb skb) {
  backlog_.push_back(std::move(skb));
  drain();
}

void NetDevice::drain() {
  const std::uint32_t before = tx_producer_;
  while (!backlog_.empty() && fits(backlog_.front())) {
    write_burst(backlog_.front());
    backlog_.pop_front();
  }
  if (tx_producer_ != before) registers_.store32(nic::tx_doorbell, tx_producer_);
}

void NetDevice::write_burst(const OutgoingSkb& skb) {
  const BusAddr slot = headers_ + tx_producer_ % entries * header_slot;
  memory_.write(slot, skb.headers.data(), skb.headers.size());
  nic_.tx().note(tx_producer_, skb.note);
  const auto header_bytes = static_cast<std::uint8_t>(skb.headers.size());
  const std::uint8_t checksum = skb.checksum_by_nic ? nic::tx_checksum : 0;
  const std::uint8_t end = skb.payload.empty() ? nic::tx_end : 0;
  put({slot, header_bytes, skb.mss, static_cast<std::uint8_t>(checksum | end), header_bytes});
  for (const Piece& piece : skb.payload) {
    put({piece.addr, piece.bytes, 0, &piece == &skb.payload.back() ? nic::tx_end : std::uint8_t{0}, 0});
  }
}

void NetDevice::put(const nic::TxDescriptor& d) {
  memory_.write(tx_ring_ + tx_producer_ % entries * sizeof d, reinterpret_cast<const std::uint8_t*>(&d), sizeof d);
  ++tx_producer_;
}

std::optional<IncomingFrame> NetDevice::poll(unsigned queue) {
  RxRing& ring = rx_[queue];
  nic::RxCompletion completion;
  memory_.read(ring.completions + ring.consumer % entries * sizeof completion,
               reinterpret_cast<std::uint8_t*>(&completion), sizeof completion);
  if (completion.valid != ring.consumer / entries + 1) return std::nullopt;
  ++ring.consumer;
  nic::RxDescriptor descriptor;
  memory_.read(ring.descriptors + completion.ring * sizeof descriptor, reinterpret_cast<std::uint8_t*>(&descriptor),
               sizeof descriptor);
  return IncomingFrame{descriptor.addr, completion.bytes};
}

BusAddr NetDevice::take_buffer() {
  if (buffers_.empty()) {
    const std::uint64_t pages = pages_for(buffer_);
    const BusAddr run = memory_.allocate(pages);
    for (std::uint64_t at = 0; at + buffer_ <= pages * page_bytes; at += buffer_) buffers_.push_back(run + at);
  }
  const BusAddr buffer = buffers_.back();
  buffers_.pop_back();
  return buffer;
}

void NetDevice::refill(unsigned queue) {
  RxRing& ring = rx_[queue];
  const std::uint32_t before = ring.producer;
  while (ring.producer - ring.consumer < entries) {
    const nic::RxDescriptor d{take_buffer(), buffer_, 0};
    memory_.write(ring.descriptors + ring.producer % entries * sizeof d, reinterpret_cast<const std::uint8_t*>(&d),
                  sizeof d);
    ++ring.producer;
  }
  if (ring.producer != before) registers_.store32(nic::rx_register(queue, nic::rx_doorbell), ring.producer);
}

void NetDevice::enable_interrupt(unsigned queue) {
  registers_.store32(nic::rx_register(queue, nic::interrupt_enable), rx_[queue].consumer);
}

void NetDevice::moderate(unsigned queue, std::uint32_t usecs, std::uint32_t frames) {
  registers_.store32(nic::rx_register(queue, nic::interrupt_moderation), frames << 16 | usecs);
}

}  // namespace rocelab::host
