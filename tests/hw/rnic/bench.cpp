#include "bench.h"

#include "hw/rnic/registers.h"

namespace rocelab::test {

namespace {

constexpr std::uint32_t cq_entries = 64;

}  // namespace

Engine::Config NicBench::config(const Profile& profile) {
  Engine::Config c;
  c.profile = profile;
  return c;
}

NicBench::NicBench(const Profile& profile) : engine(timeline, probe, pool, memory, port, config(profile)) {
  probe.attach(counts);
  engine.add_listener(*this);
  engine.set_addresses({0x020000000002, {own()}});
  domain = engine.keys().allocate_pd();
  cq_ring_ = memory.allocate(cq_entries * abi::cqe_bytes);
  // A fresh ring reads as owned by hardware.
  const std::uint8_t hardware = 1;
  for (std::uint32_t i = 0; i < cq_entries; ++i) memory.store(cq_ring_ + (i + 1) * abi::cqe_bytes - 1, &hardware, 1);
  CqConfig c;
  c.ring.pages = cq_pages_.pages = *memory.pages(cq_ring_, cq_entries * abi::cqe_bytes);
  c.entries = cq_entries;
  record_ = memory.allocate(4);
  c.consumer = *memory.translate(record_);
  rings_.insert(c.consumer / FlatMemory::page);
  cq = engine.create_cq(c);
  buffer = memory.allocate(region_bytes);
  using namespace protection;
  region = engine.keys().add(domain, buffer, region_bytes,
                             local_write | remote_write | remote_read | remote_atomic | mw_bind,
                             *memory.pages(buffer, region_bytes));
}

RingPages NicBench::ring(std::uint64_t bytes) {
  RingPages r;
  r.pages = *memory.pages(memory.allocate(bytes), bytes);
  for (const BusAddr page : r.pages) rings_.insert(page / FlatMemory::page);
  return r;
}

Qpn NicBench::queue_pair(rc::Transport transport, rc::QpState state, SrqId srq) {
  QpConfig c;
  c.transport = transport;
  c.domain = domain;
  c.send_cq = c.recv_cq = cq;
  c.srq = srq;
  c.send_ring = send_ring = ring(entries * abi::block_bytes);
  c.send_blocks = entries;
  c.all_signalled = true;
  if (srq == no_srq) {
    c.recv_ring = receive_ring = ring(entries * stride);
    c.recv_entries = entries;
    c.recv_stride = stride;
  }
  const Qpn qpn = engine.create_qp(c);
  using rc::QpState;
  if (state == QpState::reset) return qpn;
  for (const QpState s : {QpState::init, QpState::rtr, QpState::rts}) {
    modify(qpn, s);
    if (s == state) return qpn;
  }
  modify(qpn, state);
  return qpn;
}

void NicBench::modify(Qpn qpn, rc::QpState state) {
  QpAttributes a;
  a.state = state;
  std::uint32_t mask = mask_state;
  if (state == rc::QpState::init) {
    a.access = access;
    a.qkey = qkey;
    mask |= mask_access | mask_qkey;
  }
  if (state == rc::QpState::rtr) {
    const bool datagram = engine.query_qp(qpn).mtu == engine.limits().mtu;
    a.path.source = own(), a.path.destination = peer();
    a.remote = Qpn{77};
    a.rq_psn = Psn(100);
    a.max_dest_rd_atomic = 4;
    a.mtu = mtu;
    if (!datagram) mask |= mask_mtu;
    mask |= mask_path | mask_remote | mask_rq_psn | mask_max_dest_rd_atomic;
  }
  engine.modify_qp(qpn, a, mask);
}

void NicBench::mmio(std::uint64_t offset, std::uint32_t first, std::uint32_t second) {
  std::uint8_t octets[8];
  wire::put32(octets, first), wire::put32(octets + 4, second);
  engine.mmio_write(offset, octets, sizeof octets);
}

void NicBench::post_receive(const RingPages& to, std::uint32_t object, std::uint32_t n, std::uint64_t offset,
                            std::uint32_t bytes) {
  post_receive(to, object, n, rc::Sge{buffer + offset, bytes, region.lkey});
}

void NicBench::post_receive(const RingPages& to, std::uint32_t object, std::uint32_t n, const rc::Sge& sge) {
  std::uint8_t entry[2 * abi::segment_bytes];
  abi::DataSegment{sge.length, sge.lkey, sge.address}.encode(entry);
  abi::DataSegment{0, Key{abi::DataSegment::end_of_list}, 0}.encode(entry + abi::segment_bytes);
  memory.write(to.at((n - 1) % entries * stride), entry, sizeof entry, Tag{}, [] {});
  mmio(registers::receive_doorbell, object, n);
  settle();
}

void NicBench::post_send(Qpn qpn, std::uint32_t block, abi::WqeOp op, std::uint8_t segments, std::uint32_t imm,
                         const std::function<void(std::uint8_t*)>& write) {
  std::uint8_t wqe[abi::block_bytes] = {};
  abi::ControlSegment control;
  control.op = op;
  control.index = static_cast<std::uint16_t>(block);
  control.qp = qpn;
  control.segments = segments;
  control.imm = imm;
  control.encode(wqe);
  write(wqe + abi::segment_bytes);
  memory.write(send_ring.at(block % entries * abi::block_bytes), wqe, sizeof wqe, Tag{}, [] {});
  engine.mmio_write(registers::send_doorbell, wqe, 8);
  settle();
}

PacketPtr NicBench::build(const Frame& f) {
  wire::RoceTemplate::Ends ends;
  ends.source = f.source, ends.destination = f.destination;
  const wire::RoceTemplate frames(ends);
  wire::Bth bth;
  bth.opcode = f.opcode;
  bth.pkey = f.pkey;
  bth.destination = f.to;
  bth.ack_request = f.ack_request;
  bth.psn = Psn(f.psn);
  const PacketPtr p = pool.make(frames.frame_size(f.opcode, f.payload));
  std::uint8_t* at = frames.write(*p, bth, f.payload);
  const wire::OpcodeTraits t = wire::traits(f.opcode);
  if (t.deth) wire::Deth{f.qkey, Qpn{5}}.encode(at), at += wire::Deth::size;
  const Key rkey = f.rkey == Key{} ? region.rkey : f.rkey;
  if (t.reth) wire::Reth{f.va == 0 ? buffer : f.va, rkey, f.payload}.encode(at), at += wire::Reth::size;
  if (t.atomic_eth) wire::AtomicEth{f.va == 0 ? buffer : f.va, rkey, 1, 0}.encode(at);
  if (t.invalidate) wire::Ieth{Key{f.invalidates}}.encode(at);
  std::fill_n(p->data + frames.header_size(f.opcode), f.payload, std::uint8_t{0xaa});
  return p;
}

void NicBench::give(const PacketPtr& packet) {
  engine.receive(packet);
  settle();
}

std::vector<abi::Cqe> NicBench::completions() {
  std::vector<abi::Cqe> all;
  for (;;) {
    std::uint8_t entry[abi::cqe_bytes];
    memory.load(cq_ring_ + consumed_ % cq_entries * abi::cqe_bytes, entry, sizeof entry);
    const abi::Cqe cqe = abi::Cqe::decode(entry);
    if (cqe.owner != ((consumed_ / cq_entries) & 1)) break;
    all.push_back(cqe);
    ++consumed_;
  }
  std::uint8_t record[4];
  wire::put32(record, consumed_);
  memory.store(record_, record, sizeof record);
  return all;
}

bool NicBench::in_completions(BusAddr address) const {
  return address / FlatMemory::page == cq_pages_.pages[0] / FlatMemory::page;
}

std::optional<std::uint8_t> NicBench::answer() const {
  if (port.sent.empty()) return std::nullopt;
  const wire::RoceView v = wire::RoceView::parse(*port.sent.back());
  if (!v || !v.op.aeth) return std::nullopt;
  return v.aeth().syndrome;
}

std::vector<std::uint8_t> NicBench::octets(std::uint64_t offset, std::uint64_t n) const {
  std::vector<std::uint8_t> out(n);
  memory.load(buffer + offset, out.data(), n);
  return out;
}

}  // namespace rocelab::test
