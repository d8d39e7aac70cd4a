#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "hw/rnic/abi.h"
#include "hw/rnic/device.h"
#include "transport/rc/work.h"

namespace rocelab::rnic {

/// The NIC's side of a send ring in host memory: fetches WQEs behind a doorbell, keeps them until they complete (a
/// retransmission needs their addresses and inline data again), reads them into work requests.
class SendQueue {
 public:
  /// `arrived` runs when octets of new WQEs are here.
  SendQueue(Device&, const RingPages&, std::uint32_t blocks, Tag, std::function<void()> arrived);

  /// A doorbell for WQEs up to this one. `octets`: the WQE itself, whole blocks, or nullptr (BlueFlame).
  void doorbell(const abi::ControlSegment& newest, const std::uint8_t* octets, std::uint32_t bytes);
  /// The doorbell record: so many blocks are posted. Nothing where the NIC knows of as many.
  void posted_until(std::uint32_t end);
  /// The next work request whose octets are all here.
  enum class Parse : std::uint8_t { none, work, malformed };
  Parse next(rc::SendWork&);
  void reset();
  /// All that was posted has been read.
  bool caught_up() const { return parsed_ == posted_; }

  /// Data segments of a WQE, in order; false from `visit` stops. Not for inline WQEs.
  template <class Visit>
  void each_sge(const rc::SendWork& w, Visit visit) const {
    const abi::ControlSegment c = abi::ControlSegment::decode(at(w.wqe, 0));
    for (std::uint32_t s = first_data_segment(w.op) + address_segments_; s < c.segments; ++s) {
      const abi::DataSegment d = abi::DataSegment::decode(at(w.wqe, s));
      if (!visit(rc::Sge{d.address, d.length, d.lkey})) return;
    }
  }
  bool is_inline(const rc::SendWork& w) const { return at(w.wqe, 0)[11] & abi::flag_inline; }
  /// Copies inline data from `offset` of the message.
  void copy_inline(const rc::SendWork& w, std::uint32_t offset, std::uint32_t bytes, std::uint8_t* to) const;
  /// A segment of a WQE, 16 octets.
  const std::uint8_t* at(std::uint32_t wqe, std::uint32_t segment) const {
    return &mirror_[(std::size_t{wqe} * abi::block_bytes + segment * abi::segment_bytes) & (mirror_.size() - 1)];
  }
  static std::uint32_t first_data_segment(rc::SendOp);
  void set_datagram(bool on) { address_segments_ = on ? abi::AddressSegment::bytes / abi::segment_bytes : 0; }

 private:
  void fetch();

  Device& device_;
  RingPages ring_;
  std::vector<std::uint8_t> mirror_;  // the ring as fetched
  std::uint32_t blocks_;
  Tag tag_;
  std::function<void()> arrived_now_;
  std::uint32_t posted_ = 0, requested_ = 0, arrived_ = 0, parsed_ = 0;  // blocks, free running
  std::uint32_t epoch_ = 0;
  std::uint32_t address_segments_ = 0;
};

}  // namespace rocelab::rnic
