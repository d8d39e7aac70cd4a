#include "host/apps/rdma_endpoint.h"

#include <cerrno>

#include "host/apps/rdma_facts.h"

namespace rocelab::host {

using namespace verbs;

namespace {

ibv_mtu path_mtu(std::uint32_t octets) {
  switch (octets) {
    case 256:
      return IBV_MTU_256;
    case 512:
      return IBV_MTU_512;
    case 2048:
      return IBV_MTU_2048;
    case 4096:
      return IBV_MTU_4096;
    default:
      return IBV_MTU_1024;
  }
}

constexpr unsigned all_access =
    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
constexpr std::uint8_t reads_in_flight = 16;  // max_outstanding_reads

}  // namespace

RdmaEndpoint::RdmaEndpoint(Computer& host, Thread& program, const RdmaOptions& options)
    : host_(host),
      program_(program),
      options_(options),
      space_(host.new_process()),
      platform_(host, space_, program),
      context_(platform_) {}

int RdmaEndpoint::open(std::uint64_t bytes, std::uint32_t first_psn) {
  Probe& probe = host_.probe();
  buffer_ = space_.allocate(bytes);
  pd_ = ibv_alloc_pd(&context_);
  if (!pd_) return errno;
  if (options_.registered) {
    Pd* const owner = options_.wrong == Mistake::What::wrong_domain ? ibv_alloc_pd(&context_) : pd_;
    const bool local_only = options_.wrong == Mistake::What::no_remote_access;
    mr_ = ibv_reg_mr(owner, buffer_, bytes, local_only ? IBV_ACCESS_LOCAL_WRITE : all_access | IBV_ACCESS_MW_BIND);
    if (!mr_) return errno;
    probe.moment(moment_registered, program_.tag(),
                 {{"lkey", mr_->lkey}, {"rkey", mr_->rkey}, {"pages", space_.pinned_pages()}});
  }
  cq_ = ibv_create_cq(&context_, static_cast<int>(2 * options_.depth));
  if (!cq_) return errno;
  platform_.watch_ring(cq_->ring.start, cq_->ring.bytes);

  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = cq_;
  init.cap.max_send_wr = init.cap.max_recv_wr = options_.depth;
  init.cap.max_send_sge = init.cap.max_recv_sge = 1;
  if (options_.inline_data) init.cap.max_inline_data = static_cast<std::uint32_t>(bytes);
  LabOptions lab;
  lab.scheme = options_.scheme;
  lab.tag = program_.tag();
  lab.tag.flow = options_.flow;
  lab.lossless = options_.lossless;
  lab.priority = options_.priority;
  qp_ = ibv_create_qp(pd_, &init, lab);
  if (!qp_) return errno;
  const bool confused = options_.wrong == Mistake::What::lkey_for_rkey;
  local_ = {qp_->qp_num, first_psn, host_.kernel().address(), mr_ ? (confused ? mr_->lkey : mr_->rkey) : 0, buffer_};
  return 0;
}

bool RdmaEndpoint::exchange(Socket& socket, bool client) {
  Kernel& kernel = host_.kernel();
  const Va note = space_.allocate(2 * ConnectionInfo::size);
  constexpr std::size_t size = ConnectionInfo::size;
  const auto say = [&] {
    space_.store(note, local_.encode().data(), size);
    return kernel.write(program_, socket, space_, note, size);
  };
  const auto hear = [&] { return kernel.read(program_, socket, space_, note + size, size) == size; };
  if (client && !say()) return false;
  if (!hear()) return false;
  std::uint8_t theirs[size];
  space_.load(note + size, theirs, sizeof theirs);
  remote_ = ConnectionInfo::decode(theirs);
  host_.probe().moment(moment_exchanged, program_.tag(),
                       {{"qpn", remote_.qpn}, {"psn", remote_.psn}, {"rkey", remote_.rkey}});
  // The server answers once it is ready itself, so that the client's first packet finds it so.
  return client || (climb() == 0 && (!options_.window || bind_window() == 0) && say());
}

int RdmaEndpoint::bind_window() {
  Mw* window = ibv_alloc_mw(pd_);
  if (!window) return errno;
  ibv_send_wr wr;
  wr.opcode = IBV_WR_BIND_MW;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.bind_mw = {
      window, ibv_inc_rkey(window->rkey), {mr_, mr_->addr, mr_->length, all_access & ~IBV_ACCESS_LOCAL_WRITE}};
  ibv_send_wr* bad = nullptr;
  if (const int e = ibv_post_send(qp_, &wr, &bad)) return e;
  const auto wc = wait();
  if (!wc || wc->status != IBV_WC_SUCCESS) return EIO;
  local_.rkey = wr.bind_mw.rkey;
  return 0;
}

int RdmaEndpoint::move_to(ibv_qp_state state, ibv_qp_attr attr, unsigned mask) {
  attr.qp_state = state;
  const int error = ibv_modify_qp(qp_, &attr, mask | IBV_QP_STATE);
  if (error == 0) {
    host_.probe().moment(moment_qp_moved, program_.tag(),
                         {{"qpn", qp_->qp_num}, {"state", static_cast<unsigned>(state)}});
  }
  return error;
}

int RdmaEndpoint::climb() {
  const std::string& goal = options_.climb_to;
  if (goal == "reset") return 0;
  ibv_qp_attr attr;
  attr.port_num = 1;
  attr.qp_access_flags = all_access & ~IBV_ACCESS_LOCAL_WRITE;
  if (const int e = move_to(IBV_QPS_INIT, attr, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)) return e;
  if (goal == "init") return 0;

  attr.path_mtu = path_mtu(options_.mtu);
  attr.dest_qp_num = options_.wrong == Mistake::What::wrong_qpn ? remote_.qpn ^ 0x800 : remote_.qpn;
  attr.rq_psn = options_.wrong == Mistake::What::stale_psn ? (remote_.psn + 1000) & 0xffffff : remote_.psn;
  attr.max_dest_rd_atomic = reads_in_flight;
  attr.min_rnr_timer = options_.min_rnr_timer;
  attr.ah_attr.grh.dgid = remote_.gid;
  attr.ah_attr.grh.traffic_class = options_.traffic_class;
  attr.ah_attr.grh.sgid_index = host_.kernel().address().is_ipv4() ? 0 : 1;
  if (const int e = move_to(IBV_QPS_RTR, attr,
                            IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
                                IBV_QP_MIN_RNR_TIMER)) {
    return e;
  }
  if (goal == "rtr") return 0;

  attr.sq_psn = local_.psn;
  attr.timeout = options_.timeout;
  attr.retry_cnt = options_.retry_cnt;
  attr.rnr_retry = options_.rnr_retry;
  attr.max_rd_atomic = reads_in_flight;
  return move_to(IBV_QPS_RTS, attr,
                 IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

int RdmaEndpoint::spoil() {
  if (options_.wrong == Mistake::What::deregistered) return ibv_dereg_mr(mr_);
  if (options_.wrong == Mistake::What::peer_gone) return move_to(IBV_QPS_RESET, {}, 0);
  return 0;
}

std::optional<ibv_wc> RdmaEndpoint::wait() {
  ibv_wc wc;
  while (!cancelled_) {
    if (ibv_poll_cq(cq_, 1, &wc) == 1) return wc;
    platform_.spin();
  }
  return std::nullopt;
}

void RdmaEndpoint::cancel() {
  cancelled_ = true;
  platform_.stop_spinning();
}

}  // namespace rocelab::host
