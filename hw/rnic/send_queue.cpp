#include "hw/rnic/send_queue.h"

#include <algorithm>
#include <cstring>

#include "hw/rnic/facts.h"

namespace rocelab::rnic {

using abi::WqeOp;
using rc::SendOp;

namespace {

std::optional<SendOp> operation(WqeOp op) {
  switch (op) {
    case WqeOp::write:
      return SendOp::write;
    case WqeOp::write_imm:
      return SendOp::write_imm;
    case WqeOp::send:
      return SendOp::send;
    case WqeOp::send_imm:
      return SendOp::send_imm;
    case WqeOp::send_invalidate:
      return SendOp::send_invalidate;
    case WqeOp::read:
      return SendOp::read;
    case WqeOp::compare_swap:
      return SendOp::compare_swap;
    case WqeOp::fetch_add:
      return SendOp::fetch_add;
    case WqeOp::bind_window:
      return SendOp::bind_window;
    case WqeOp::local_invalidate:
      return SendOp::local_invalidate;
  }
  return std::nullopt;
}

}  // namespace

SendQueue::SendQueue(Device& device, const RingPages& ring, std::uint32_t blocks, Tag tag,
                     std::function<void()> arrived)
    : device_(device),
      ring_(ring),
      mirror_(std::size_t{blocks} * abi::block_bytes),
      blocks_(blocks),
      tag_(tag),
      arrived_now_(std::move(arrived)) {}

void SendQueue::reset() {
  posted_ = requested_ = arrived_ = parsed_ = 0;
  ++epoch_;
}

std::uint32_t SendQueue::first_data_segment(SendOp op) {
  if (rc::is_atomic(op)) return 3;
  return rc::is_write(op) || op == SendOp::read ? 2 : 1;
}

void SendQueue::doorbell(const abi::ControlSegment& newest, const std::uint8_t* octets, std::uint32_t bytes) {
  // The register carries the low 16 bits of the WQE's number; what it names lies at most a ring ahead.
  const auto ahead = static_cast<std::uint16_t>(newest.index - static_cast<std::uint16_t>(posted_));
  const std::uint32_t first = posted_ + ahead;
  const std::uint32_t end = first + newest.blocks();
  if (newest.segments == 0 || end - parsed_ > blocks_) return;
  posted_ = end;
  if (octets && first == requested_ && requested_ == arrived_ && bytes >= newest.blocks() * abi::block_bytes) {
    for (std::uint32_t b = 0; b < newest.blocks(); ++b)
      std::memcpy(&mirror_[std::size_t{(first + b) & (blocks_ - 1)} * abi::block_bytes],
                  octets + std::size_t{b} * abi::block_bytes, abi::block_bytes);
    requested_ = arrived_ = end;
    device_.after(device_.profile.wqe_parse, [this] { arrived_now_(); });
    return;
  }
  if (requested_ == arrived_) fetch();
}

void SendQueue::posted_until(std::uint32_t end) {
  if (end - parsed_ > blocks_ || static_cast<std::int32_t>(end - posted_) <= 0) return;
  posted_ = end;
  if (requested_ == arrived_) fetch();
}

void SendQueue::fetch() {
  const std::uint32_t slot = requested_ & (blocks_ - 1);
  std::uint32_t n = std::min({posted_ - requested_, device_.profile.wqe_fetch_blocks, blocks_ - slot});
  const std::uint64_t offset = std::uint64_t{slot} * abi::block_bytes;
  const std::uint64_t page = 1ULL << ring_.page_bits;
  n = std::min(n, static_cast<std::uint32_t>((page - (offset & (page - 1))) / abi::block_bytes));
  if (n == 0) return;
  requested_ += n;
  const std::uint32_t bytes = n * abi::block_bytes;
  const Ps begin = device_.timeline.now();
  device_.probe.open(stage_wqe_fetch, tag_);
  device_.probe.move(Mover::dma_read, tag_, bytes, false);
  device_.memory.read(ring_.at(offset), &mirror_[offset], bytes, tag_, [this, n, bytes, begin, epoch = epoch_] {
    device_.probe.close(stage_wqe_fetch, tag_, begin, bytes);
    if (epoch != epoch_) return;
    device_.probe.moment(moment_wqe_fetched, tag_);
    arrived_ += n;
    if (posted_ != requested_) fetch();
    device_.after(device_.profile.wqe_parse, [this] { arrived_now_(); });
  });
}

SendQueue::Parse SendQueue::next(rc::SendWork& w) {
  if (parsed_ == arrived_) return Parse::none;
  const abi::ControlSegment c = abi::ControlSegment::decode(at(parsed_, 0));
  const auto op = operation(c.op);
  if (!op || c.segments == 0 || c.index != static_cast<std::uint16_t>(parsed_)) return Parse::malformed;
  if (arrived_ - parsed_ < c.blocks()) return posted_ - parsed_ < c.blocks() ? Parse::malformed : Parse::none;
  w = rc::SendWork{};
  w.op = *op;
  w.wqe = parsed_;
  w.blocks = static_cast<std::uint16_t>(c.blocks());
  w.signalled = c.flags & abi::flag_completion;
  w.fence = c.flags & abi::flag_fence;
  w.solicited = c.flags & abi::flag_solicited;
  w.imm = c.imm;
  if (c.message != 0xffffff) w.message = MessageId{c.message};
  if (rc::is_write(*op) || rc::is_fetch(*op)) {
    const abi::RemoteSegment r = abi::RemoteSegment::decode(at(parsed_, 1));
    w.remote = r.address;
    w.rkey = r.rkey;
  }
  if (rc::is_atomic(*op)) {
    const abi::AtomicSegment a = abi::AtomicSegment::decode(at(parsed_, 2));
    w.swap_or_add = a.swap_or_add;
    w.compare = a.compare;
  }
  if (!rc::is_local(*op)) {
    if (c.flags & abi::flag_inline) {
      w.length = wire::get32(at(parsed_, first_data_segment(*op) + address_segments_)) & ~abi::inline_bit;
    } else {
      std::uint64_t total = 0;
      each_sge(w, [&](const rc::Sge& s) { return total += s.length, true; });
      w.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(total, 0xffffffff));
    }
  }
  parsed_ += w.blocks;
  return Parse::work;
}

void SendQueue::copy_inline(const rc::SendWork& w, std::uint32_t offset, std::uint32_t bytes, std::uint8_t* to) const {
  const std::size_t begin = (first_data_segment(w.op) + address_segments_) * abi::segment_bytes + 4 + offset +
                            std::size_t{w.wqe} * abi::block_bytes;
  for (std::uint32_t i = 0; i < bytes; ++i) to[i] = mirror_[(begin + i) & (mirror_.size() - 1)];
}

}  // namespace rocelab::rnic
