#include "app/conformance/icrc_frame.h"

#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/udp.h"

namespace rocelab::app {
namespace {

using wire::RoceView;
using Kind = Field::Kind;

const std::uint8_t* udp_at(const RoceView& v) {
  return v.ip + (v.v6 ? wire::Ipv6Header::size : wire::Ipv4Header::size);
}

std::string text(const std::uint8_t* octets, std::size_t n) {
  return std::string(reinterpret_cast<const char*>(octets), n);
}

/// CNPs have 16 reserved octets where others have extension headers; the vectors list them as payload.
std::string payload(const RoceView& v) {
  if (v.bth.opcode != wire::Opcode::cnp) return text(v.payload, v.payload_length);
  return text(v.extension, wire::extension_size(v.bth.opcode));
}

template <class Header>
void again(std::string& to, const std::uint8_t* from) {
  std::uint8_t octets[Header::size];
  Header::decode(from).encode(octets);
  to += text(octets, Header::size);
}

}  // namespace

Fields l3_fields(const RoceView& v) {
  if (v.v6) {
    const auto h = wire::Ipv6Header::decode(v.ip);
    return {{"ver", Kind::number, 6},
            {"tclass", Kind::number, h.traffic_class},
            {"flow_label", Kind::number, h.flow_label},
            {"payload_len", Kind::number, h.payload_length},
            {"next_header", Kind::number, h.next_header},
            {"hop_limit", Kind::number, h.hop_limit},
            {"src", Kind::address, 0, text(h.source.octets.data(), 16)},
            {"dst", Kind::address, 0, text(h.destination.octets.data(), 16)}};
  }
  const auto h = wire::Ipv4Header::decode(v.ip);
  std::uint8_t ends[8];
  wire::put32(ends, h.source), wire::put32(ends + 4, h.destination);
  return {{"ver", Kind::number, 4},
          {"tos", Kind::number, h.tos},
          {"total_len", Kind::number, h.total_length},
          {"id", Kind::number, h.id},
          {"flags_frag", Kind::number, h.flags_and_offset},
          {"ttl", Kind::number, h.ttl},
          {"proto", Kind::number, h.protocol},
          {"hdr_checksum", Kind::hex, h.checksum},
          {"src", Kind::address, 0, text(ends, 4)},
          {"dst", Kind::address, 0, text(ends + 4, 4)}};
}

Fields udp_fields(const RoceView& v) {
  const auto h = wire::UdpHeader::decode(udp_at(v));
  return {{"sport", Kind::number, h.source_port},
          {"dport", Kind::number, h.destination_port},
          {"length", Kind::number, h.length},
          {"checksum", Kind::hex, h.checksum}};
}

Fields ib_fields(const RoceView& v) {
  const auto& b = v.bth;
  const auto code = static_cast<std::uint64_t>(b.opcode);
  Fields f{{"op", Kind::opcode, code},
           {"opc", Kind::number, code},
           {"se", Kind::number, b.solicited},
           {"mig", Kind::number, b.migrated},
           {"pad", Kind::number, b.pad},
           {"tver", Kind::number, b.version},
           {"pkey", Kind::number, b.pkey},
           {"fecn", Kind::number, b.fecn},
           {"becn", Kind::number, b.becn},
           {"resv6", Kind::number, b.reserved6},
           {"dqpn", Kind::number, b.destination.value},
           {"ack", Kind::number, b.ack_request},
           {"resv7", Kind::number, b.reserved7},
           {"psn", Kind::number, b.psn.value()}};
  const auto add = [&f](std::string_view name, std::uint64_t n) { f.push_back({name, Kind::number, n}); };
  if (v.op.deth) {
    const auto d = v.deth();
    // The cases say src_qp (FORMAT.md); sqpn goes with the vectors' dqpn.
    add("qkey", d.qkey), add("src_qp", d.source.value), add("sqpn", d.source.value);
  }
  if (v.op.reth) add("va", v.reth().va), add("rkey", v.reth().rkey.value), add("dlen", v.reth().length);
  if (v.op.atomic_eth) {
    const auto a = v.atomic_eth();
    add("va", a.va), add("rkey", a.rkey.value), add("swap", a.swap_or_add), add("cmp", a.compare);
  }
  if (v.op.aeth) add("syn", v.aeth().syndrome), add("msn", v.aeth().msn);
  if (v.op.atomic_ack) add("orig", v.atomic_ack().original);
  if (v.op.imm) add("imm", v.imm().data);
  if (v.op.invalidate) add("inv", v.ieth().rkey.value);
  const std::string carried = payload(v);
  add("payload_len", carried.size());
  f.push_back({"payload_hex", Kind::octets, 0, carried});
  return f;
}

std::string encoded_again(const RoceView& v) {
  std::string out;
  again<wire::EthernetHeader>(out, v.ip - wire::EthernetHeader::size);
  v.v6 ? again<wire::Ipv6Header>(out, v.ip) : again<wire::Ipv4Header>(out, v.ip);
  again<wire::UdpHeader>(out, udp_at(v));
  again<wire::Bth>(out, v.extension - wire::Bth::size);
  const std::uint8_t* at = v.extension;
  const auto extension = [&](bool present, auto header) {
    using Header = decltype(header);
    if (!present) return;
    again<Header>(out, at);
    at += Header::size;
  };
  extension(v.op.deth, wire::Deth{});
  extension(v.op.reth, wire::Reth{});
  extension(v.op.atomic_eth, wire::AtomicEth{});
  extension(v.op.aeth, wire::Aeth{});
  extension(v.op.atomic_ack, wire::AtomicAckEth{});
  extension(v.op.imm, wire::ImmDt{});
  extension(v.op.invalidate, wire::Ieth{});
  return out + text(at, static_cast<std::size_t>(v.payload + v.payload_length + v.bth.pad - at));
}

}  // namespace rocelab::app
