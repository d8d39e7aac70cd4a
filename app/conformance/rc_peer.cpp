#include "app/conformance/rc_peer.h"

#include <fmt/format.h>

#include <cstring>

#include "tlm/wire/aeth.h"
#include "tlm/wire/bth.h"
#include "tlm/wire/extension.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/udp.h"

namespace rocelab::app::replay {
namespace {

constexpr std::uint16_t peer_port = 0xc321;

template <class Header>
void append(Octets& to, const Header& header) {
  to.resize(to.size() + Header::size);
  header.encode(&to[to.size() - Header::size]);
}

std::uint32_t u32(const Json& object, const char* key, std::string_view what) {
  return static_cast<std::uint32_t>(integer(member(object, key, what), what));
}

wire::Bth bth_of(const Json& rx, std::uint8_t pad, Qpn destination) {
  wire::Bth b;
  b.opcode = static_cast<wire::Opcode>(opcode_of(member(rx, "op", "rx"), "rx.op"));
  b.solicited = flag_or(rx, "se", false, "rx");
  b.migrated = flag_or(rx, "mig", true, "rx");
  b.pad = pad;
  b.version = static_cast<std::uint8_t>(integer_or(rx, "tver", 0, "rx"));
  b.pkey = static_cast<std::uint16_t>(integer_or(rx, "pkey", wire::default_pkey, "rx"));
  b.fecn = flag_or(rx, "fecn", false, "rx");
  b.becn = flag_or(rx, "becn", false, "rx");
  b.destination = destination;
  b.ack_request = flag_or(rx, "ackreq", false, "rx");
  b.psn = Psn(u32(rx, "psn", "rx"));
  return b;
}

/// Extension headers as given, whatever the opcode says, in the order of FORMAT.md.
Octets extensions(const Json& rx, const Names& names) {
  Octets to;
  if (const auto h = rx.find("deth"); h != rx.end()) {
    only(*h, {"qkey", "src_qp"}, "rx.deth");
    append(to, wire::Deth{u32(*h, "qkey", "rx.deth"), Qpn{u32(*h, "src_qp", "rx.deth")}});
  }
  if (const auto h = rx.find("reth"); h != rx.end()) {
    only(*h, {"va", "rkey", "len"}, "rx.reth");
    append(to, wire::Reth{names.va(member(*h, "va", "rx.reth"), "rx.reth.va"),
                          names.key(member(*h, "rkey", "rx.reth"), Names::Side::remote, "rx.reth.rkey"),
                          u32(*h, "len", "rx.reth")});
  }
  if (const auto h = rx.find("atomic"); h != rx.end()) {
    only(*h, {"va", "rkey", "swap_add", "compare"}, "rx.atomic");
    append(to, wire::AtomicEth{names.va(member(*h, "va", "rx.atomic"), "rx.atomic.va"),
                               names.key(member(*h, "rkey", "rx.atomic"), Names::Side::remote, "rx.atomic.rkey"),
                               integer_or(*h, "swap_add", 0, "rx.atomic"), integer_or(*h, "compare", 0, "rx.atomic")});
  }
  if (const auto h = rx.find("aeth"); h != rx.end()) {
    only(*h, {"syndrome", "msn"}, "rx.aeth");
    append(to, wire::Aeth{static_cast<std::uint8_t>(u32(*h, "syndrome", "rx.aeth")), u32(*h, "msn", "rx.aeth")});
  }
  if (rx.contains("orig")) append(to, wire::AtomicAckEth{integer(rx.at("orig"), "rx.orig")});
  if (rx.contains("imm")) append(to, wire::ImmDt{u32(rx, "imm", "rx")});
  if (rx.contains("ieth")) append(to, wire::Ieth{names.key(rx.at("ieth"), Names::Side::remote, "rx.ieth")});
  return to;
}

void damage(Packet& p, const std::string& where, std::size_t bth_at, std::size_t payload_at) {
  std::size_t octet = 0;
  if (where == "icrc") {
    octet = p.length - wire::icrc_size;
  } else if (where == "psn") {
    octet = bth_at + wire::Bth::size - 1;
  } else if (where == "payload") {
    octet = payload_at;
  } else {
    throw Malformed(fmt::format("rx.corrupt: \"{}\" is none of icrc, psn, payload", where));
  }
  p.data[octet] ^= 1;
}

/// Everything below the BTH, in front of `transport` octets.
Octets lower_headers(bool v6, const wire::Gid& source, const Subnet& subnet, std::uint8_t ecn, std::size_t transport) {
  Octets to;
  const auto udp_length = static_cast<std::uint16_t>(wire::UdpHeader::size + transport);
  append(to,
         wire::EthernetHeader{subnet.device_mac, subnet.peer_mac, v6 ? wire::EtherType::ipv6 : wire::EtherType::ipv4});
  if (v6) {
    wire::Ipv6Header h;
    h.traffic_class = ecn, h.payload_length = udp_length;
    h.next_header = static_cast<std::uint8_t>(wire::IpProtocol::udp);
    h.source = source, h.destination = subnet.device[1];
    append(to, h);
  } else {
    wire::Ipv4Header h;
    h.tos = ecn, h.total_length = static_cast<std::uint16_t>(wire::Ipv4Header::size + udp_length);
    h.protocol = static_cast<std::uint8_t>(wire::IpProtocol::udp);
    h.source = source.ipv4(), h.destination = subnet.device[0].ipv4();
    append(to, h);
  }
  append(to, wire::UdpHeader{peer_port, wire::roce_port, udp_length, 0});
  return to;
}

}  // namespace

Subnet::Subnet() {
  const auto six = [](std::uint8_t last) {
    return wire::Gid{{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last}};
  };
  device[0] = wire::Gid::from_ipv4(0x0a000001), device[1] = six(1);
  peer[0] = wire::Gid::from_ipv4(0x0a000002), peer[1] = six(2);
  other[0] = wire::Gid::from_ipv4(0x0a000003), other[1] = six(3);
}

std::uint8_t opcode_of(const Json& value, std::string_view what) {
  if (!value.is_string() || value.get_ref<const std::string&>().compare(0, 2, "0x") == 0) {
    const std::uint64_t code = integer(value, what);
    if (code > 255) throw Malformed(fmt::format("{}: {} is no opcode", what, code));
    return static_cast<std::uint8_t>(code);
  }
  const std::string& name = value.get_ref<const std::string&>();
  for (unsigned code = 0; code < 256; ++code) {
    const auto op = static_cast<wire::Opcode>(code);
    if (wire::traits(op).known && wire::name(op) == name) return static_cast<std::uint8_t>(code);
  }
  throw Malformed(fmt::format("{}: no opcode is named \"{}\"", what, name));
}

PacketPtr build_frame(const Json& rx, const Names& names, const Subnet& subnet, PacketPool& pool) {
  only(rx, {"op",   "psn", "to",   "ackreq", "se",     "fecn", "becn", "mig", "tver", "pkey",    "ecn", "pad",
            "dqpn", "src", "deth", "reth",   "atomic", "aeth", "orig", "imm", "ieth", "payload", "raw", "corrupt"},
       "rx");
  const auto& qp = names.queue_pair(rx.contains("to") ? text(rx.at("to"), "rx.to") : "q");
  Qpn destination = qp.number;
  if (const auto it = rx.find("dqpn"); it != rx.end()) {
    only(*it, {"value"}, "rx.dqpn");
    destination = Qpn{u32(*it, "value", "rx.dqpn")};
  }
  const Octets payload = rx.contains("payload") ? data(rx.at("payload"), subnet.addresses(), "rx.payload") : Octets{};
  const auto pad = static_cast<std::uint8_t>(integer_or(rx, "pad", -payload.size() & 3, "rx"));

  Octets transport;
  append(transport, bth_of(rx, pad, destination));
  std::size_t payload_at = transport.size();
  if (rx.contains("raw")) {
    const Octets raw = from_hex(rx.at("raw"), "rx.raw");
    transport.insert(transport.end(), raw.begin(), raw.end());
  } else {
    const Octets extension = extensions(rx, names);
    transport.insert(transport.end(), extension.begin(), extension.end());
    payload_at = transport.size();
    transport.insert(transport.end(), payload.begin(), payload.end());
    transport.resize(transport.size() + pad);
  }
  transport.resize(transport.size() + wire::icrc_size);

  const bool other = rx.contains("src");
  if (other && rx.at("src") != "other") throw Malformed(fmt::format("rx.src: {} is unknown", rx.at("src").dump()));
  const wire::Gid& source = (other ? subnet.other : subnet.peer)[qp.v6];
  const Octets lower =
      lower_headers(qp.v6, source, subnet, static_cast<std::uint8_t>(integer_or(rx, "ecn", 0, "rx")), transport.size());
  const std::size_t length = lower.size() + transport.size();
  if (length > PacketPool::max_octets) throw Malformed("rx: longer than any frame");
  PacketPtr p = pool.make(static_cast<std::uint32_t>(length));
  std::memcpy(p->data, lower.data(), lower.size());
  std::memcpy(p->data + lower.size(), transport.data(), transport.size());
  p->length = static_cast<std::uint32_t>(length);
  p->icrc = Icrc::pending;
  wire::write_icrc(*p);
  if (rx.contains("corrupt")) damage(*p, text(rx.at("corrupt"), "rx.corrupt"), lower.size(), lower.size() + payload_at);
  return p;
}

}  // namespace rocelab::app::replay
