#include <memory>
#include <vector>

#include "fuzz/target.h"
#include "hw/fabric/glance.h"
#include "support/isolation/input.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/pfc.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/tcp_frame.h"

namespace rocelab::fuzz {

using namespace isolation;
namespace {

using Frame = std::vector<std::uint8_t>;

/// A whole RoCEv2 or TCP frame, so that what is changed in it is met deep inside.
Frame plausible(Input& in) {
  static PacketPool pool;
  const std::uint8_t kind = in.octet();
  Frame frame;
  const auto gid = [&](std::uint8_t n) {
    if (!(kind & 1)) return wire::Gid::from_ipv4(0x0a000000u + n);
    wire::Gid g;
    g.octets[0] = 0xfd, g.octets[15] = n;
    return g;
  };
  if (kind & 2) {
    wire::TcpEnds ends;
    ends.source = gid(1), ends.destination = gid(2);
    wire::TcpHeader h;
    const std::uint8_t options = in.octet();
    if (options & 1) h.options.mss = 1460;
    if (options & 2) h.options.timestamps = wire::TcpOptions::Timestamps{1, 2};
    if (options & 4) h.options.window_scale = 7;
    h.options.sack_blocks = options >> 3 & 3;
    const std::uint32_t payload = in.octet();
    frame.resize(wire::tcp_headers_size(ends, h) + payload);
    wire::write_tcp_headers(frame.data(), ends, h, payload, 0);
    wire::write_tcp_checksum(frame.data(), static_cast<std::uint32_t>(frame.size()));
    return frame;
  }
  wire::RoceTemplate::Ends ends;
  ends.source = gid(1), ends.destination = gid(2);
  wire::Bth bth;
  bth.opcode = static_cast<wire::Opcode>(in.octet());
  bth.destination = Qpn{0x100};
  const std::uint32_t payload = in.octet();
  const wire::RoceTemplate frames(ends);
  const PacketPtr p = pool.make(frames.frame_size(bth.opcode, payload));
  std::fill_n(p->data, p->capacity, std::uint8_t{0});
  frames.write(*p, bth, payload);
  wire::write_icrc(*p);
  require(wire::icrc_ok(*p), "an ICRC that was just written is wrong");
  frame.assign(p->data, p->data + p->length);
  return frame;
}

/// Octets overwritten at places of the input's choice, and the end cut off.
void change(Frame& frame, Input& in) {
  for (unsigned changes = in.octet() % 8; changes > 0 && !frame.empty(); --changes) {
    const std::size_t at = in.octet() % frame.size();
    frame[at] = in.octet();
  }
  frame.resize(frame.size() - std::min<std::size_t>(frame.size(), in.octet() % 64 / 4));
}

unsigned sum(const std::uint8_t* at, std::size_t n) {
  unsigned s = 0;
  while (n-- > 0) s += *at++;
  return s;
}

unsigned look_at_roce(const Frame& f) {
  const wire::RoceView v = wire::RoceView::parse(f.data(), static_cast<std::uint32_t>(f.size()));
  require(!wire::name(v.error).empty(), "an error without a name");
  if (!v) return 0;
  require(v.op.known, "a reserved opcode passed");
  require(v.payload >= f.data() && v.payload + v.payload_length + v.bth.pad + wire::icrc_size <= f.data() + f.size(),
          "the payload is not inside the frame");
  require(v.extension + wire::extension_size(v.bth.opcode) == v.payload, "extension headers and payload overlap");
  unsigned seen = sum(v.payload, v.payload_length) + v.source().octets[15] + v.destination().octets[15];
  if (v.op.deth) seen += v.deth().qkey;
  if (v.op.reth) seen += v.reth().length;
  if (v.op.atomic_eth) seen += static_cast<unsigned>(v.atomic_eth().compare);
  if (v.op.aeth) seen += v.aeth().syndrome;
  if (v.op.atomic_ack) seen += static_cast<unsigned>(v.atomic_ack().original);
  if (v.op.imm) seen += v.imm().data;
  if (v.op.invalidate) seen += v.ieth().rkey.value;
  std::uint8_t again[wire::Bth::size];
  v.bth.encode(again);
  require(std::equal(again, again + wire::Bth::size, v.extension - wire::Bth::size), "a BTH is not what it was");
  return seen;
}

unsigned look_at_the_rest(Packet& p) {
  unsigned seen = wire::icrc_ok(p);
  if (const auto tcp = wire::TcpView::parse(p.data, p.length)) {
    require(tcp->payload_offset + tcp->payload_length <= p.length, "a TCP payload is not inside its frame");
    seen += sum(p.data + tcp->payload_offset, tcp->payload_length) + wire::tcp_checksum(p.data, *tcp);
  }
  seen += static_cast<unsigned>(fabric::destination_mac(p));
  if (const auto at = fabric::find_transport(p)) seen += p.data[at->offset];
  if (const auto at = fabric::find_bth(p)) require(*at + wire::Bth::size <= p.length, "a BTH is not inside its frame");
  if (const auto s = fabric::find_sequence(p)) seen += s->number;
  const std::uint16_t control = wire::mac_control_opcode(p.data, p.length);
  if (control == wire::PfcFrame::opcode && p.length >= wire::PfcFrame::size)
    seen += wire::PfcFrame::decode(p.data).enabled;
  return seen;
}

}  // namespace

int frame_parser(const std::uint8_t* octets, std::size_t size) {
  Input in(octets, size);
  const bool made = in.octet() & 1;
  Frame frame;
  if (made) {
    frame = plausible(in);
    change(frame, in);
  } else {
    frame.resize(in.left());
    in.take(frame.data(), frame.size());
  }
  // Exactly as long as the frame, so that a sanitizer sees the first octet too many.
  const auto exact = std::make_unique<std::uint8_t[]>(frame.size());
  std::copy(frame.begin(), frame.end(), exact.get());
  Packet p;
  p.data = exact.get();
  p.length = p.capacity = static_cast<std::uint32_t>(frame.size());
  p.icrc = Icrc::written;
  volatile unsigned seen = look_at_roce(frame) + look_at_the_rest(p);
  (void)seen;
  return 0;
}

}  // namespace rocelab::fuzz
