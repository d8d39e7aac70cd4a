#pragma once
#include <string_view>

#include "tlm/packet.h"
#include "tlm/wire/aeth.h"
#include "tlm/wire/bth.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/extension.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/ip_address.h"

namespace rocelab::wire {

/// Why octets are not a RoCEv2 packet that can be looked at further.
enum class RoceError : std::uint8_t {
  none,
  too_short,     // the headers that its fields announce do not fit
  not_roce,      // not IP, not UDP, a fragment, or another port
  bad_checksum,  // IPv4 header
  bad_length,    // IP or UDP length contradicts the frame
  bad_opcode,    // reserved
  bad_pad,       // more pad than payload, or a length that is no multiple of four
};
std::string_view name(RoceError);

/// A RoCEv2 packet seen through its octets: nothing is copied, the frame must outlive the view. Extension headers are
/// decoded on demand; which of them are there follows from the opcode.
struct RoceView {
  RoceError error = RoceError::none;
  bool v6 = false;
  Ecn ecn = Ecn::not_ect;
  std::uint16_t source_port = 0;
  const std::uint8_t* ip = nullptr;
  Bth bth;
  OpcodeTraits op;
  const std::uint8_t* extension = nullptr;
  const std::uint8_t* payload = nullptr;
  std::uint32_t payload_length = 0;

  /// Never reads past `length`. The ICRC is the caller's to check (icrc_ok).
  static RoceView parse(const std::uint8_t* frame, std::uint32_t length) {
    RoceView v;
    v.error = v.look(frame, length);
    return v;
  }
  static RoceView parse(const Packet& p) { return parse(p.data, p.length); }

  explicit operator bool() const { return error == RoceError::none; }
  Gid source() const;
  Gid destination() const;

  // In the order in which they stand on the wire: DETH, RETH, AtomicETH, AETH, AtomicAckETH, ImmDt, IETH.
  Deth deth() const { return Deth::decode(extension); }
  Reth reth() const { return Reth::decode(extension + op.deth * Deth::size); }
  AtomicEth atomic_eth() const { return AtomicEth::decode(extension); }
  Aeth aeth() const { return Aeth::decode(extension); }
  AtomicAckEth atomic_ack() const { return AtomicAckEth::decode(extension + Aeth::size); }
  ImmDt imm() const { return ImmDt::decode(tail()); }
  Ieth ieth() const { return Ieth::decode(tail()); }

 private:
  RoceError look(const std::uint8_t* frame, std::uint32_t length);
  const std::uint8_t* tail() const { return extension + op.deth * Deth::size + op.reth * Reth::size; }
};

/// Writes RoCEv2 frames of one address pair into packets: what does not change from frame to frame is encoded once.
class RoceTemplate {
 public:
  struct Ends {
    MacAddress source_mac = 0;
    MacAddress destination_mac = 0;
    Gid source;
    Gid destination;
    std::uint16_t source_port = 0xc000;  // entropy for ECMP, one value a QP
    std::uint8_t dscp = 0;
    Ecn ecn = Ecn::not_ect;
    std::uint8_t hop_limit = 64;
  };

  RoceTemplate() = default;
  explicit RoceTemplate(const Ends&);

  /// Octets before the payload for this opcode.
  std::uint32_t header_size(Opcode op) const { return l2_l4_ + Bth::size + extension_size(op); }
  /// Octets of the whole frame without FCS.
  std::uint32_t frame_size(Opcode op, std::uint32_t payload) const {
    return header_size(op) + (payload + 3) / 4 * 4 + icrc_size;
  }

  /// Writes Ethernet, IP, UDP and BTH (pad follows from `payload`) and sets the packet's length and pending ICRC.
  /// Returns where the extension headers go; the payload follows them at data + header_size(op). Both are written after
  /// this. Pad octets are zero.
  std::uint8_t* write(Packet&, Bth, std::uint32_t payload) const;

  bool v6() const { return v6_; }

 private:
  std::uint8_t octets_[62] = {};  // IPv4: with the checksum of a header of length 0 and identification 0
  std::uint32_t l2_l4_ = 0;
  bool v6_ = false;
  mutable std::uint16_t next_id_ = 0;
};

}  // namespace rocelab::wire
