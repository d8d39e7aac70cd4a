#include "bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;
using rocelab::test::NicBench;
using wire::Opcode;

namespace {

/// IBTA vol. 1, 9.6: dropped, counted by its cause, not answered, not acted upon.
void dropped(NicBench& b, Qpn qpn, const PacketPtr& packet, const Counter& cause) {
  const QpAttributes before = b.engine.query_qp(qpn);
  const auto counted = b.counts.by_name;
  b.give(packet);
  auto expected = counted;
  ++expected[std::string(cause.id)];
  CHECK(b.counts.by_name == expected);
  CHECK(b.port.sent.empty());
  CHECK(b.completions().empty());
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>(8, 0));
  CHECK(b.engine.query_qp(qpn).state == before.state);
  CHECK(b.engine.query_qp(qpn).rq_psn == before.rq_psn);
}

NicBench::Frame write_to(Qpn qpn) {
  NicBench::Frame f;
  f.to = qpn;
  return f;
}

}  // namespace

TEST_CASE("the frame that the drops are made of is accepted as it is") {
  NicBench b;
  b.give(b.build(write_to(b.queue_pair(rc::Transport::rc))));
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>(8, 0xaa));
  CHECK(b.answer() == 0x1f);  // ACK without credits
}

TEST_CASE("a frame for a QPN that nobody has is dropped") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  dropped(b, qpn, b.build(write_to(Qpn{qpn.value + 1})), unknown_qp);
}

TEST_CASE("a frame for a QPN that was destroyed is dropped") {
  NicBench b;
  const Qpn gone = b.queue_pair(rc::Transport::rc);
  b.engine.destroy_qp(gone);
  const Qpn next = b.queue_pair(rc::Transport::rc);
  CHECK(next != gone);
  dropped(b, next, b.build(write_to(gone)), unknown_qp);
}

TEST_CASE("a connected queue pair drops what comes from another address than its peer's") {
  const auto transport = GENERATE(rc::Transport::rc, rc::Transport::uc);
  NicBench b;
  const Qpn qpn = b.queue_pair(transport);
  NicBench::Frame f = write_to(qpn);
  if (transport == rc::Transport::uc) f.opcode = Opcode::uc_write_only;
  f.source = wire::Gid::from_ipv4(0x0a000009);
  dropped(b, qpn, b.build(f), wrong_address);
}

TEST_CASE("a frame that was meant for another address of the subnet is dropped") {
  const bool datagram = GENERATE(false, true);
  NicBench b;
  const Qpn qpn = b.queue_pair(datagram ? rc::Transport::ud : rc::Transport::rc);
  NicBench::Frame f = write_to(qpn);
  if (datagram) f.opcode = Opcode::ud_send_only;
  f.destination = wire::Gid::from_ipv4(0x0a000009);
  dropped(b, qpn, b.build(f), wrong_address);
}

TEST_CASE("an opcode of another transport than the queue pair's is dropped") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  NicBench::Frame f = write_to(qpn);
  f.opcode = GENERATE(Opcode::uc_write_only, Opcode::ud_send_only);
  dropped(b, qpn, b.build(f), wrong_transport);
}

TEST_CASE("a reserved opcode is dropped as malformed") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  NicBench::Frame f = write_to(qpn);
  f.opcode = static_cast<Opcode>(GENERATE(21, 24, 31, 0x2c, 0x66, 0xa0));
  dropped(b, qpn, b.build(f), malformed);
}

TEST_CASE("before RTR and after an error a queue pair takes nothing") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc, GENERATE(rc::QpState::reset, rc::QpState::init, rc::QpState::err));
  dropped(b, qpn, b.build(write_to(qpn)), wrong_state);
}

TEST_CASE("a response for a queue pair that may not send is dropped") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc, rc::QpState::rtr);
  NicBench::Frame f = write_to(qpn);
  f.opcode = Opcode::acknowledge;
  f.payload = 0;
  dropped(b, qpn, b.build(f), wrong_state);
}

TEST_CASE("a wrong ICRC is dropped, the right one is not") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  const PacketPtr p = b.build(write_to(qpn));
  wire::write_icrc(*p);
  p->data[p->length - 1] ^= 1;
  dropped(b, qpn, p, icrc_errors);
  p->data[p->length - 1] ^= 1;
  b.give(p);
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>(8, 0xaa));
}

TEST_CASE("a frame of another partition is dropped") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  NicBench::Frame f = write_to(qpn);
  f.pkey = 0x8001;
  dropped(b, qpn, b.build(f), wrong_pkey);
}

TEST_CASE("a datagram with a wrong Q_Key is dropped, counted, and leaves its receive work request") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::ud);
  b.post_receive(b.receive_ring, qpn.value, 1, 0, 64);
  NicBench::Frame f = write_to(qpn);
  f.opcode = Opcode::ud_send_only;
  f.qkey = NicBench::qkey + 1;
  b.give(b.build(f));
  CHECK(b.counts[qkey_errors] == 1);
  CHECK(b.completions().empty());
  CHECK(b.octets(0, 64) == std::vector<std::uint8_t>(64, 0));
  f.qkey = NicBench::qkey;
  b.give(b.build(f));
  CHECK(b.completions().size() == 1);
}

TEST_CASE("an answer to nothing that was asked is counted and changes nothing") {
  const auto opcode = GENERATE(Opcode::acknowledge, Opcode::atomic_acknowledge, Opcode::read_response_only);
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  NicBench::Frame f = write_to(qpn);
  f.opcode = opcode;
  f.payload = 0;
  dropped(b, qpn, b.build(f), unsolicited);
}
