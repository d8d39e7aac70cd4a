#include "two_computers.h"

namespace rocelab::test {

using namespace verbs;

namespace {

rnic::Engine::Config config(std::uint16_t number, const rnic::Profile& profile) {
  rnic::Engine::Config c;
  c.profile = profile;
  c.host = HostId{number};
  c.scope = "rdma.host" + std::to_string(number);
  c.secret = number;
  return c;
}

std::uint8_t pattern(std::uint64_t i, unsigned seed) {
  return static_cast<std::uint8_t>(seed + 7 * i + 37 * (i / 256) + 11 * (i / 65536));
}

}  // namespace

Computer::Computer(Timeline& timeline, Probe& probe, PacketPool& pool, std::uint16_t number,
                   const rnic::Profile& profile)
    : number_(number),
      memory(timeline),
      out(timeline),
      engine(timeline, probe, pool, memory, out, config(number, profile)) {
  out.on_room = [this] { engine.port_has_room(); };
}

void End::fill(std::uint64_t offset, std::uint64_t bytes, unsigned seed) {
  std::vector<std::uint8_t> octets(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) octets[i] = pattern(i, seed);
  computer.memory.store(buffer + offset, octets.data(), bytes);
}

bool End::holds(std::uint64_t offset, std::uint64_t bytes, unsigned seed) const {
  const auto got = octets(offset, bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (got[i] != pattern(i, seed)) return false;
  }
  return true;
}

std::vector<std::uint8_t> End::octets(std::uint64_t offset, std::uint64_t bytes) const {
  std::vector<std::uint8_t> out(bytes);
  computer.memory.load(buffer + offset, out.data(), bytes);
  return out;
}

void End::set(std::uint64_t offset, std::uint64_t value) {
  computer.memory.store(buffer + offset, reinterpret_cast<const std::uint8_t*>(&value), sizeof value);
}

std::uint64_t End::get(std::uint64_t offset) const {
  std::uint64_t value;
  computer.memory.load(buffer + offset, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
  return value;
}

ibv_sge End::sge(std::uint64_t offset, std::uint32_t bytes) const { return {buffer + offset, bytes, mr->lkey}; }

std::vector<ibv_wc> End::poll() const {
  std::vector<ibv_wc> all;
  ibv_wc wc;
  while (ibv_poll_cq(cq, 1, &wc) == 1) all.push_back(wc);
  return all;
}

int End::receive(std::uint64_t wr_id, std::uint64_t offset, std::uint32_t bytes) const {
  ibv_sge s = sge(offset, bytes);
  ibv_recv_wr wr, *bad = nullptr;
  wr.wr_id = wr_id;
  wr.sg_list = &s;
  wr.num_sge = bytes > 0 ? 1 : 0;
  return ibv_post_recv(qp, &wr, &bad);
}

int End::post(std::uint64_t wr_id, ibv_wr_opcode op, const std::vector<ibv_sge>& sges, const End& peer,
              std::uint64_t remote_offset, const std::function<void(ibv_send_wr&)>& change) const {
  std::vector<ibv_sge> list = sges;
  ibv_send_wr wr, *bad = nullptr;
  wr.wr_id = wr_id;
  wr.opcode = op;
  wr.sg_list = list.data();
  wr.num_sge = static_cast<int>(list.size());
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.wr.rdma = {peer.buffer + remote_offset, peer.mr->rkey};
  wr.wr.atomic.remote_addr = peer.buffer + remote_offset;
  wr.wr.atomic.rkey = peer.mr->rkey;
  wr.message = MessageId{static_cast<std::uint32_t>(wr_id)};
  if (change) change(wr);
  return ibv_post_send(qp, &wr, &bad);
}

TwoComputers::TwoComputers(const rnic::Profile& profile_a, const rnic::Profile& profile_b)
    : a(timeline, probe, pool, 1, profile_a), b(timeline, probe, pool, 2, profile_b) {
  a.out.to = &b.engine;
  b.out.to = &a.engine;
  a.wired = &network_a;
  b.wired = &network_b;
}

End TwoComputers::open(Computer& computer, const Connection& c) {
  End end{computer};
  end.pd = ibv_alloc_pd(&computer.context);
  end.cq = ibv_create_cq(&computer.context, static_cast<int>(c.cqe));
  end.buffer = computer.allocate(c.memory);
  end.mr = ibv_reg_mr(end.pd, end.buffer, c.memory,
                      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
                          IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND);
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = end.cq;
  init.qp_type = c.type;
  init.cap = {c.depth, c.depth, 4, 4, 128};
  LabOptions lab;
  lab.scheme = c.scheme;
  lab.scheme_parameters = c.scheme_parameters;
  end.qp = ibv_create_qp(end.pd, &init, lab);
  REQUIRE(end.qp);
  return end;
}

int TwoComputers::climb(End& end, const Connection& c, std::uint32_t remote_qpn, std::uint32_t sq_psn,
                        std::uint32_t rq_psn, const wire::Gid& peer, ibv_qp_state goal) {
  const bool rc = c.type == IBV_QPT_RC;
  ibv_qp_attr attr;
  attr.port_num = 1;
  attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  attr.path_mtu = c.mtu;
  attr.dest_qp_num = remote_qpn;
  attr.rq_psn = rq_psn;
  attr.sq_psn = sq_psn;
  attr.max_dest_rd_atomic = attr.max_rd_atomic = c.rd_atomic;
  attr.min_rnr_timer = c.min_rnr_timer;
  attr.timeout = c.timeout;
  attr.retry_cnt = c.retry_cnt;
  attr.rnr_retry = c.rnr_retry;
  attr.qkey = 0x11111111;
  attr.ah_attr.grh.dgid = peer;
  attr.ah_attr.grh.sgid_index = c.ipv6 ? 1 : 0;
  constexpr unsigned to_rtr = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
  constexpr unsigned to_rts = IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
  const bool ud = c.type == IBV_QPT_UD;
  const std::pair<ibv_qp_state, unsigned> steps[]{
      {IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | (ud ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS)},
      {IBV_QPS_RTR, ud ? 0u : to_rtr | (rc ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0u)},
      {IBV_QPS_RTS, IBV_QP_SQ_PSN | (rc ? to_rts : 0u)},
  };
  for (const auto& [state, mask] : steps) {
    attr.qp_state = state;
    if (const int error = ibv_modify_qp(end.qp, &attr, mask | IBV_QP_STATE)) return error;
    if (state == goal) break;
  }
  return 0;
}

std::pair<End, End> TwoComputers::connect(const Connection& c) {
  End from = open(a, c), to = open(b, c);
  const std::size_t gid = c.ipv6 ? 1 : 0;
  REQUIRE(climb(from, c, to.qp->qp_num, c.psn_a, c.psn_b, b.gids()[gid]) == 0);
  REQUIRE(climb(to, c, from.qp->qp_num, c.psn_b, c.psn_a, a.gids()[gid]) == 0);
  return {from, to};
}

bool TwoComputers::settle(Ps limit) {
  const Ps end = timeline.now() + limit;
  timeline.run_while_busy(end);
  return timeline.next() == never;
}

}  // namespace rocelab::test
