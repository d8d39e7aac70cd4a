#include "hw/rnic/receive_queue.h"

#include <algorithm>
#include <utility>

#include "hw/rnic/abi.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/resource_facts.h"

namespace rocelab::rnic {

ReceiveQueue::ReceiveQueue(Device& device, const Shape& shape)
    : device_(device),
      shape_(shape),
      mirror_(std::make_shared<std::vector<std::uint8_t>>(std::size_t{shape.entries} * shape.stride)) {
  sges_.reserve(shape.stride / abi::segment_bytes);
}

void ReceiveQueue::posted(std::uint32_t count) {
  if (count - taken_ > shape_.entries) return;  // more than the ring holds: not a count of this queue
  posted_ = count;
  if (device_.profile.rqe_prefetch && taken_ == arrived_ && requested_ == arrived_) fetch();
}

rc::ReceiveSource::Look ReceiveQueue::look(rc::ReceiveWork& work) {
  if (taken_ == posted_) return read_record() ? Look::fetching : Look::empty;
  if (taken_ == arrived_) {
    if (requested_ == arrived_) fetch();
    return Look::fetching;
  }
  sges_.clear();
  const std::uint8_t* at = &(*mirror_)[std::size_t{taken_ & (shape_.entries - 1)} * shape_.stride];
  for (std::uint32_t i = 0; i < shape_.stride / abi::segment_bytes; ++i, at += abi::segment_bytes) {
    const abi::DataSegment d = abi::DataSegment::decode(at);
    if (d.lkey.value == abi::DataSegment::end_of_list) break;
    sges_.push_back({d.address, d.length, d.lkey});
  }
  work = {taken_, sges_.data(), static_cast<std::uint32_t>(sges_.size())};
  return Look::ready;
}

/// The queue looks empty, but the doorbell may be late or lost: software's own count decides. False where it has been
/// asked already, or there is none.
bool ReceiveQueue::read_record() {
  if (shape_.record == 0 || std::exchange(record_told_, false)) return false;
  PacketPtr record = device_.pool.make(abi::DoorbellRecord::bytes);
  std::uint8_t* to = record->data;
  device_.probe.move(Mover::dma_read, shape_.tag, abi::DoorbellRecord::bytes, false);
  device_.memory.read(shape_.record, to, abi::DoorbellRecord::bytes, shape_.tag,
                      [this, record = std::move(record), epoch = epoch_] {
                        if (epoch != epoch_) return;
                        const std::uint32_t count = abi::DoorbellRecord::decode(record->data).received;
                        const bool news = static_cast<std::int32_t>(count - posted_) > 0;
                        record_told_ = !news;
                        if (news) device_.probe.count(doorbells_recovered, shape_.tag);
                        if (news) posted(count);
                        wake();
                      });
  return true;
}

void ReceiveQueue::wake() {
  std::vector<std::function<void()>> wakes;
  wakes.swap(wakes_);
  for (auto& wake : wakes) wake();
}

void ReceiveQueue::take() {
  ++taken_;
  // The next batch is under way before it is needed.
  if (arrived_ - taken_ < device_.profile.rqe_fetch_entries / 2 && requested_ == arrived_) fetch();
  took();
}

void ReceiveQueue::took() {
  if (limit_ == 0 || posted_ - taken_ >= limit_) return;
  limit_ = 0;  // once for each arming
  device_.raise(AsyncEvent::srq_limit_reached, shape_.id);
}

std::optional<std::uint32_t> ReceiveQueue::left() const {
  if (shape_.shared) return std::nullopt;
  return posted_ - taken_;
}

std::optional<std::uint32_t> ReceiveQueue::take_unseen() {
  if (shape_.shared || taken_ == posted_) return std::nullopt;
  return taken_++;
}

void ReceiveQueue::reset() {
  posted_ = requested_ = arrived_ = taken_ = 0;
  ++epoch_;
  record_told_ = false;
  wakes_.clear();
}

void ReceiveQueue::resize(const Shape& shape) {
  shape_ = shape;
  mirror_ = std::make_shared<std::vector<std::uint8_t>>(std::size_t{shape.entries} * shape.stride);
  sges_.reserve(shape.stride / abi::segment_bytes);
  requested_ = arrived_ = taken_;
  ++epoch_;
  if (!wakes_.empty()) fetch();
}

void ReceiveQueue::fetch() {
  const std::uint32_t slot = requested_ & (shape_.entries - 1);
  std::uint32_t n = std::min({posted_ - requested_, device_.profile.rqe_fetch_entries, shape_.entries - slot});
  // One read stays within a page: the next one may lie anywhere. Entries never straddle pages (stride is 2^n).
  const std::uint64_t offset = std::uint64_t{slot} * shape_.stride;
  const std::uint64_t page = 1ULL << shape_.ring.page_bits;
  n = std::min<std::uint32_t>(n, static_cast<std::uint32_t>((page - (offset & (page - 1))) / shape_.stride));
  if (n == 0) return;
  requested_ += n;
  const Ps begin = device_.timeline.now();
  const std::uint32_t bytes = n * shape_.stride;
  device_.probe.open(stage_wqe_fetch, shape_.tag);
  device_.probe.move(Mover::dma_read, shape_.tag, bytes, false);
  device_.memory.read(shape_.ring.at(offset), &(*mirror_)[offset], bytes, shape_.tag,
                      [this, n, bytes, begin, epoch = epoch_, filled = mirror_] {
                        device_.probe.close(stage_wqe_fetch, shape_.tag, begin, bytes);
                        if (epoch != epoch_) return;
                        arrived_ += n;
                        // Entries flushed unseen meanwhile are not taken again.
                        if (static_cast<std::int32_t>(taken_ - arrived_) > 0) requested_ = arrived_ = taken_;
                        wake();
                      });
}

}  // namespace rocelab::rnic
