#include "waves/trace/frame_glance.h"

#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/pfc.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/tcp_frame.h"

using namespace rocelab;

namespace {

struct Bench {
  PacketPool pool;
  waves::FrameGlance glance;

  std::string word(const Packet& p) { return waves::frame_word(glance.pack(p)); }

  PacketPtr roce(wire::Opcode opcode, std::uint32_t psn, std::uint32_t payload) {
    wire::RoceTemplate::Ends ends;
    ends.source = wire::Gid::from_ipv4(0x0a000001);
    ends.destination = wire::Gid::from_ipv4(0x0a000002);
    const wire::RoceTemplate frames(ends);
    PacketPtr p = pool.make(frames.frame_size(opcode, payload));
    wire::Bth bth;
    bth.opcode = opcode;
    bth.psn = Psn(psn);
    frames.write(*p, bth, payload);
    return p;
  }

  PacketPtr nak(std::uint32_t psn, wire::Aeth aeth) {
    PacketPtr p = roce(wire::Opcode::acknowledge, psn, 0);
    aeth.encode(p->data + 14 + 20 + 8 + 12);
    return p;
  }

  /// From host 1 to 2, or back.
  PacketPtr tcp(bool forth, std::uint32_t seq, std::uint32_t ack, std::uint8_t flags, std::uint32_t payload) {
    wire::TcpEnds ends;
    ends.source = wire::Gid::from_ipv4(forth ? 0x0a000001 : 0x0a000002);
    ends.destination = wire::Gid::from_ipv4(forth ? 0x0a000002 : 0x0a000001);
    wire::TcpHeader header;
    header.source_port = forth ? 1000 : 2000;
    header.destination_port = forth ? 2000 : 1000;
    header.seq = seq;
    header.ack = ack;
    header.flags = flags;
    PacketPtr p = pool.make(2000);
    p->length = wire::write_tcp_headers(p->data, ends, header, payload, 0) + payload;
    return p;
  }
};

}  // namespace

TEST_CASE("RoCE frames are named by opcode and PSN, NAKs by their reason") {
  Bench b;
  CHECK(b.word(*b.roce(wire::Opcode::write_first, 5, 1024)) == "WRITE_FIRST_psn_5");
  CHECK(b.word(*b.nak(9, wire::Aeth::ack(1))) == "ACK_psn_9");
  CHECK(b.word(*b.nak(0xffffff, wire::Aeth::nak(1, wire::NakCode::psn_sequence_error))) ==
        "NAK_PSN_SEQUENCE_psn_16777215");
  CHECK(b.word(*b.nak(3, wire::Aeth::nak(1, wire::NakCode::remote_access_error))) == "NAK_REMOTE_ACCESS_psn_3");
  CHECK(b.word(*b.nak(3, wire::Aeth::rnr(1, 12))) == "RNR_NAK_psn_3");
}

TEST_CASE("TCP numbers count from the SYN of their direction, also past 2^32") {
  Bench b;
  using namespace wire;
  CHECK(b.word(*b.tcp(true, 0xffffff00, 0, tcp_syn, 0)) == "TCP_SYN");
  CHECK(b.word(*b.tcp(false, 7000, 0xffffff01, tcp_syn | tcp_ack, 0)) == "TCP_SYN_ACK_1");
  CHECK(b.word(*b.tcp(true, 0xffffff01, 7001, tcp_ack, 0)) == "TCP_ACK_1");
  CHECK(b.word(*b.tcp(true, 0xffffff01, 7001, tcp_ack, 1448)) == "TCP_seq_1_len_1448");
  CHECK(b.word(*b.tcp(true, 0x000004a9, 7001, tcp_ack, 100)) == "TCP_seq_1449_len_100");
  CHECK(b.word(*b.tcp(false, 7001, 0x0000050d, tcp_ack | tcp_fin, 0)) == "TCP_FIN_ACK_1549");
}

TEST_CASE("other frames say what they are, damaged ones that they are") {
  Bench b;
  PacketPtr pause = b.pool.make(wire::PfcFrame::size);
  pause->length = wire::PfcFrame::size;
  wire::PfcFrame{}.encode(pause->data, 1);
  CHECK(b.word(*pause) == "PFC");
  wire::PauseFrame{}.encode(pause->data, 1);
  CHECK(b.word(*pause) == "PAUSE");
  wire::EthernetHeader{1, 2, wire::EtherType::experimental}.encode(pause->data);
  CHECK(b.word(*pause) == "type_0x88b5_len_60");
  pause->fcs_bad = true;
  CHECK(b.word(*pause) == "damaged_len_60");
  CHECK(waves::frame_word(0) == "-");
}
