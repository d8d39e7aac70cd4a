#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tlm/ids.h"

namespace rocelab {

class PacketPool;

/// Whose work this is: carried by packets and facts, so that shared cores and ports can be attributed.
struct Tag {
  LaneId lane = no_lane;
  HostId host = no_host;
  FlowId flow = no_flow;
  MessageId message = no_message;
};

/// State of the last four octets of a RoCEv2 packet.
enum class Icrc : std::uint8_t {
  none,     // the frame carries no ICRC
  pending,  // right by construction; octets are filled in when somebody looks (a tap, a fault)
  written,  // octets stand in the frame; the receiver checks them
};

/// One Ethernet frame: real octets from the destination MAC to the last octet before the FCS, and what the model
/// knows beside them. Packets are pooled and reference counted within one thread; use PacketPtr.
struct Packet {
  std::uint8_t* data = nullptr;
  std::uint32_t length = 0;    // octets in `data`, FCS not stored
  std::uint32_t capacity = 0;  // octets available in `data`
  std::uint32_t payload = 0;   // application octets carried; 0 for ACKs, handshakes, control
  Tag tag;
  Icrc icrc = Icrc::none;
  bool fcs_bad = false;            // damaged on a wire: every receiver drops it
  bool lossless = false;           // travels in a class that PFC protects
  bool control = false;            // MAC control (PFC, PAUSE): never queued behind data, never paused
  Priority priority{};             // 802.1p class it is queued in
  std::uint16_t transmission = 1;  // 1 the first time these octets are sent, 2 for the first resend, …
  bool nak_resend = false;         // the one resend by which the sender answers the NAK that named this packet

  /// Octets on the wire between two frames' first bits: preamble 8, frame padded to 60, FCS 4, gap 12.
  std::uint32_t wire_bytes() const { return 8 + frame_bytes() + 12; }
  /// Octets from destination MAC to FCS inclusive, at least 64 (802.3 minimum frame).
  std::uint32_t frame_bytes() const { return (length < 60 ? 60 : length) + 4; }

 private:
  friend class PacketPtr;
  friend class PacketPool;
  std::uint32_t references_ = 0;
  std::uint8_t size_class_ = 0;
  PacketPool* pool_ = nullptr;
};

/// Shared ownership of a pooled packet; the last owner returns it to its pool.
class PacketPtr {
 public:
  PacketPtr() = default;
  explicit PacketPtr(Packet* p) : p_(p) {
    if (p_) ++p_->references_;
  }
  PacketPtr(const PacketPtr& o) : PacketPtr(o.p_) {}
  PacketPtr(PacketPtr&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  PacketPtr& operator=(PacketPtr o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~PacketPtr() {
    if (p_ && --p_->references_ == 0) release();
  }

  Packet* operator->() const { return p_; }
  Packet& operator*() const { return *p_; }
  Packet* get() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }

 private:
  void release();
  Packet* p_ = nullptr;
};

}  // namespace rocelab
