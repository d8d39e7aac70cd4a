#include "waves/trace/frame_glance.h"

#include <fmt/format.h>

#include "tlm/wire/pfc.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/tcp_frame.h"

namespace rocelab::waves {
namespace {

enum class Kind : std::uint8_t { none, roce, nak, tcp_data, tcp_other, mac_control, damaged, other };

/// kind : 4, code : 8, length : 20, number : 32
std::uint64_t pack_fields(Kind kind, std::uint8_t code, std::uint32_t length, std::uint32_t number) {
  return static_cast<std::uint64_t>(kind) << 60 | static_cast<std::uint64_t>(code) << 52 |
         static_cast<std::uint64_t>(length & 0xfffff) << 32 | number;
}

std::uint64_t pack_roce(const wire::RoceView& view) {
  const auto opcode = static_cast<std::uint8_t>(view.bth.opcode);
  if (view.bth.opcode == wire::Opcode::acknowledge && view.aeth().kind() != wire::Aeth::Kind::ack) {
    return pack_fields(Kind::nak, view.aeth().syndrome, 0, view.bth.psn.value());
  }
  return pack_fields(Kind::roce, opcode, view.payload_length, view.bth.psn.value());
}

std::string nak_word(std::uint8_t syndrome) {
  const wire::Aeth aeth{syndrome, 0};
  if (aeth.kind() == wire::Aeth::Kind::rnr_nak) return "RNR_NAK";
  static constexpr std::string_view names[]{"PSN_SEQUENCE", "INVALID_REQUEST", "REMOTE_ACCESS", "REMOTE_OPERATION",
                                            "INVALID_RD"};
  return "NAK_" + (aeth.value() < std::size(names) ? std::string(names[aeth.value()]) : std::to_string(aeth.value()));
}

std::string tcp_word(std::uint8_t flags, std::uint32_t number) {
  std::string word = "TCP";
  if (flags & wire::tcp_syn) word += "_SYN";
  if (flags & wire::tcp_fin) word += "_FIN";
  if (flags & wire::tcp_rst) word += "_RST";
  if (flags & wire::tcp_ack) word += "_ACK_" + std::to_string(number);
  return word;
}

}  // namespace

std::uint64_t FrameGlance::pack(const Packet& p) {
  if (p.fcs_bad) return pack_fields(Kind::damaged, 0, p.length, 0);
  if (wire::mac_control_opcode(p.data, p.length) != 0) {
    return pack_fields(Kind::mac_control, wire::mac_control_opcode(p.data, p.length) == wire::PfcFrame::opcode,
                       p.length, 0);
  }
  if (const auto roce = wire::RoceView::parse(p)) return pack_roce(roce);
  if (const auto tcp = wire::TcpView::parse(p.data, p.length)) {
    const wire::TcpHeader& h = tcp->header;
    const auto& from = tcp->source.octets;
    const auto& to = tcp->destination.octets;
    const Direction out{p.tag.lane, from, to, h.source_port, h.destination_port};
    const Direction back{p.tag.lane, to, from, h.destination_port, h.source_port};
    if (h.flags & wire::tcp_syn) first_seq_[out] = h.seq;
    if (tcp->payload_length > 0)
      return pack_fields(Kind::tcp_data, h.flags, tcp->payload_length, h.seq - first_seq_[out]);
    return pack_fields(Kind::tcp_other, h.flags, 0, h.flags & wire::tcp_ack ? h.ack - first_seq_[back] : 0);
  }
  const std::uint32_t type = p.length >= 14 ? static_cast<std::uint32_t>(wire::EthernetHeader::decode(p.data).type) : 0;
  return pack_fields(Kind::other, 0, p.length, type);
}

std::string frame_word(std::uint64_t packed) {
  const auto code = static_cast<std::uint8_t>(packed >> 52);
  const auto length = static_cast<std::uint32_t>(packed >> 32 & 0xfffff);
  const auto number = static_cast<std::uint32_t>(packed);
  switch (static_cast<Kind>(packed >> 60)) {
    case Kind::none:
      return "-";
    case Kind::roce: {
      const auto opcode = static_cast<wire::Opcode>(code);
      const std::string_view name = opcode == wire::Opcode::acknowledge ? "ACK" : wire::name(opcode);
      return std::string(name) + "_psn_" + std::to_string(number);
    }
    case Kind::nak:
      return fmt::format("{}_psn_{}", nak_word(code), number);
    case Kind::tcp_data:
      return fmt::format("TCP_seq_{}_len_{}", number, length);
    case Kind::tcp_other:
      return tcp_word(code, number);
    case Kind::mac_control:
      return code ? "PFC" : "PAUSE";
    case Kind::damaged:
      return fmt::format("damaged_len_{}", length);
    case Kind::other:
      return fmt::format("type_0x{:04x}_len_{}", number, length);
  }
  return "-";
}

}  // namespace rocelab::waves
