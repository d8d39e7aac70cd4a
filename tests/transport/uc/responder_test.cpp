#include "transport/uc/responder.h"

#include <algorithm>
#include <random>

#include "support/catch.h"
#include "tlm/packet_pool.h"

using namespace rocelab;
using wire::Opcode;

namespace {

constexpr std::uint32_t mtu = 256;

/// Receive work requests without end, each a buffer of 1 MiB.
struct Receives : rc::ReceiveSource {
  rc::Sge sge;
  std::uint32_t taken = 0;
  Look look(rc::ReceiveWork& work) override {
    work = {taken, &sge, 1};
    return Look::ready;
  }
  void take() override { ++taken; }
  std::optional<std::uint32_t> left() const override { return std::nullopt; }
};

struct Bench {
  PacketPool pool;
  protection::KeyTable keys;
  Receives receives;
  uc::Responder responder{keys, receives};
  wire::RoceTemplate frames{wire::RoceTemplate::Ends{1, 2, wire::Gid::from_ipv4(1), wire::Gid::from_ipv4(2)}};
  std::vector<protection::Piece> pieces;
  Key rkey{};

  Bench() {
    const auto pd = keys.allocate_pd();
    std::vector<BusAddr> pages;
    for (BusAddr p = 0; p < 256; ++p) pages.push_back(p * 4096);
    const auto region = keys.add(pd, 0x10000, 1 << 20, protection::local_write | protection::remote_write, pages);
    receives.sge = {0x10000, 1 << 20, region.lkey};
    rkey = region.rkey;
    responder.configure({mtu, protection::remote_write, pd, Qpn{7}});
  }

  rc::Arrival give(Opcode op, std::uint32_t psn, std::uint32_t payload, std::uint32_t write_length = 0) {
    wire::Bth bth;
    bth.opcode = op;
    bth.psn = Psn(psn);
    PacketPtr p = pool.make(frames.frame_size(op, payload));
    std::uint8_t* extension = frames.write(*p, bth, payload);
    if (wire::traits(op).reth) wire::Reth{0x10000, rkey, write_length}.encode(extension);
    pieces.clear();
    return responder.receive(wire::RoceView::parse(*p), pieces);
  }
};

/// Opcode of packet `i` of `n` of a SEND.
Opcode send_op(std::uint32_t i, std::uint32_t n) {
  if (n == 1) return Opcode::uc_send_only;
  return i == 0 ? Opcode::uc_send_first : i + 1 == n ? Opcode::uc_send_last : Opcode::uc_send_middle;
}

}  // namespace

TEST_CASE("UC: exactly the messages arrive of which no packet is lost, in order, each in the next receive") {
  Bench b;
  std::mt19937 random(GENERATE(range(1u, 20u)));
  b.responder.start(Psn(0xfffff0));
  std::uint32_t psn = 0xfffff0;
  std::vector<std::uint32_t> wanted, got, indices;
  for (int m = 0; m < 300; ++m) {
    const std::uint32_t n = 1 + random() % 5, last = 1 + random() % mtu;
    bool whole = true;
    for (std::uint32_t i = 0; i < n; ++i, psn = (psn + 1) & 0xffffff) {
      if (random() % 8 == 0) {
        whole = false;
        continue;
      }
      const rc::Arrival a = b.give(send_op(i, n), psn, i + 1 == n ? last : mtu);
      if (!a.completes) continue;
      got.push_back(a.received.bytes);
      indices.push_back(a.received.index);
    }
    if (whole) wanted.push_back((n - 1) * mtu + last);
  }
  CHECK(got == wanted);
  for (std::uint32_t i = 0; i < indices.size(); ++i) CHECK(indices[i] == i);
}

TEST_CASE("UC: a packet whose length does not fit its place takes its message with it") {
  Bench b;
  b.responder.start(Psn(5));
  const auto accepted = [](const rc::Arrival& a) { return a.kind == rc::Arrival::Kind::accepted; };
  CHECK_FALSE(accepted(b.give(Opcode::uc_send_first, 5, mtu - 1)));
  CHECK_FALSE(accepted(b.give(Opcode::uc_send_last, 6, 4)));
  CHECK(accepted(b.give(Opcode::uc_write_first, 7, mtu, 2 * mtu + 10)));
  CHECK_FALSE(accepted(b.give(Opcode::uc_write_last, 8, 10)));  // 256 octets too early
  CHECK_FALSE(accepted(b.give(Opcode::uc_write_last, 9, mtu)));
  CHECK_FALSE(accepted(b.give(Opcode::uc_write_only, 10, 8, 9)));
  CHECK(accepted(b.give(Opcode::uc_write_first, 11, mtu, mtu + 10)));
  CHECK_FALSE(accepted(b.give(Opcode::uc_send_last, 12, 10)));  // of another kind
  CHECK_FALSE(accepted(b.give(Opcode::uc_write_last, 13, 10)));
  CHECK(accepted(b.give(Opcode::uc_write_only, 14, 0, 0)));
  CHECK(b.responder.expected() == Psn(15));
}

TEST_CASE("UC: a WRITE with immediate takes the receive that a lost SEND had begun to fill, a plain WRITE leaves it") {
  Bench b;
  b.responder.start(Psn(5));
  b.give(Opcode::uc_send_first, 5, mtu);
  CHECK(b.receives.taken == 1);
  const rc::Arrival plain = b.give(Opcode::uc_write_only, 6, 8, 8);
  CHECK_FALSE(plain.completes);
  const rc::Arrival imm = b.give(Opcode::uc_write_only_imm, 7, 8, 8);
  REQUIRE(imm.completes);
  CHECK(imm.received.index == 0);
  CHECK(imm.received.kind == rc::Received::Kind::write_imm);
  CHECK_FALSE(b.responder.abandon(rc::Status::wr_flush_err));
  b.give(Opcode::uc_send_first, 8, mtu);
  REQUIRE(b.responder.abandon(rc::Status::wr_flush_err));
}
