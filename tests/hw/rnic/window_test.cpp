#include "bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;
using rocelab::test::NicBench;

namespace {

constexpr std::uint8_t access_error = 0x62, plain_ack = 0x1f;

/// A window over octets 1024 to 2047 of the region, bound by a work request on `qpn`.
struct Bound : NicBench {
  Qpn qpn = queue_pair(rc::Transport::rc);
  RingPages ring_of_qpn = send_ring;
  Key window = engine.keys().add_window(domain);
  std::uint32_t block = 0;

  Bound() { bind(); }
  void bind() {
    const Key as{(window.value & ~0xffu) | ((window.value + 1) & 0xff)};
    send_ring = ring_of_qpn;
    post_send(qpn, block++, abi::WqeOp::bind_window, 3, 0, [&](std::uint8_t* at) {
      abi::BindSegment{as, region.lkey, buffer + 1024, 1024, protection::remote_write}.encode(at);
    });
    window = as;
    const auto all = completions();
    REQUIRE(all.size() == 1);
    REQUIRE(all[0].status == rc::Status::success);
  }
  void write(Qpn to, std::uint64_t offset, std::uint32_t psn = 100) {
    Frame f;
    f.to = to;
    f.psn = psn;
    f.rkey = window;
    f.va = buffer + offset;
    give(build(f));
  }
  bool untouched() const { return octets(0, region_bytes) == std::vector<std::uint8_t>(region_bytes, 0); }
};

}  // namespace

TEST_CASE("a window that a work request has bound lets the peer write inside it") {
  Bound b;
  b.write(b.qpn, 2040);
  CHECK(b.answer() == plain_ack);
  CHECK(b.octets(2040, 8) == std::vector<std::uint8_t>(8, 0xaa));
}

TEST_CASE("one octet before or behind a window its key opens nothing") {
  const std::uint64_t offset = GENERATE(1023, 2041);
  Bound b;
  b.write(b.qpn, offset);
  CHECK(b.answer() == access_error);
  CHECK(b.untouched());
  CHECK(b.engine.query_qp(b.qpn).state == rc::QpState::err);
}

TEST_CASE("a window opens nothing on another queue pair than the one it was bound on") {
  Bound b;
  const Qpn other = b.queue_pair(rc::Transport::rc);
  b.write(other, 1024);
  CHECK(b.answer() == access_error);
  CHECK(b.untouched());
}

TEST_CASE("a window that was invalidated by its owner opens nothing, and again once it is bound anew") {
  Bound b;
  b.post_send(b.qpn, b.block++, abi::WqeOp::local_invalidate, 1, b.window.value, [](std::uint8_t*) {});
  REQUIRE(b.completions().size() == 1);
  SECTION("the old key") {
    b.write(b.qpn, 1024);
    CHECK(b.answer() == access_error);
    CHECK(b.untouched());
  }
  SECTION("the next key") {
    b.bind();
    b.write(b.qpn, 1024);
    CHECK(b.answer() == plain_ack);
  }
}

TEST_CASE("a SEND with invalidate closes the window behind it") {
  Bound b;
  b.post_receive(b.receive_ring, b.qpn.value, 1, 0, 64);
  NicBench::Frame f;
  f.opcode = wire::Opcode::send_only_invalidate;
  f.to = b.qpn;
  f.payload = 0;
  f.invalidates = b.window.value;
  b.give(b.build(f));
  const auto all = b.completions();
  REQUIRE(all.size() == 1);
  CHECK(all[0].op == abi::CqeOp::recv_invalidate);
  CHECK(all[0].imm == b.window.value);
  b.write(b.qpn, 1024, 101);
  CHECK(b.answer() == access_error);
}
