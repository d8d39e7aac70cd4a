#include "host/apps/rdma_endpoint.h"

#include <algorithm>
#include <cerrno>

#include "host/apps/path_mtu.h"
#include "host/apps/rdma_facts.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr unsigned all_access =
    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

}  // namespace

RdmaEndpoint::RdmaEndpoint(Computer& host, Thread& program, const RdmaOptions& options)
    : host_(host),
      program_(program),
      options_(options),
      space_(host.new_process()),
      platform_(host, space_, program),
      context_(platform_),
      memory_(platform_, space_, options_) {
  platform_.use(options.blueflame);
}

int RdmaEndpoint::open(std::uint64_t bytes, std::uint32_t first_psn) {
  pd_ = ibv_alloc_pd(&context_);
  if (!pd_) return errno;
  Pd* const owner = options_.wrong == Mistake::What::wrong_domain ? ibv_alloc_pd(&context_) : pd_;
  const bool local_only = options_.wrong == Mistake::What::no_remote_access;
  if (const int e = memory_.open(owner, bytes, local_only ? IBV_ACCESS_LOCAL_WRITE : all_access | IBV_ACCESS_MW_BIND))
    return e;
  if (const Mr* mr = memory_.region()) {
    host_.probe().moment(moment_registered, program_.tag(),
                         {{"lkey", mr->lkey}, {"rkey", mr->rkey}, {"pages", space_.pinned_pages()}});
  }
  if (options_.sleeps) channel_ = ibv_create_comp_channel(&context_);
  cq_ = ibv_create_cq(&context_, static_cast<int>(options_.completions), channel_);
  if (!cq_) return errno;
  if (channel_) {
    ibv_req_notify_cq(cq_, 0);
  } else {
    platform_.watch_ring(cq_->ring.start, cq_->ring.bytes);
  }
  if (options_.managed) return 0;
  for (std::uint32_t i = 0; i < options_.connections; ++i) {
    ibv_qp_init_attr init = queue_pair();
    qps_.push_back(ibv_create_qp(pd_, &init, lab_options()));
    if (!qps_.back()) return errno;
  }
  offer(first_psn);
  return 0;
}

ibv_qp_init_attr RdmaEndpoint::queue_pair() const {
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = cq_;
  init.cap.max_send_wr = init.cap.max_recv_wr = options_.depth;
  init.cap.max_send_sge = init.cap.max_recv_sge = 1;
  if (options_.inline_data) init.cap.max_inline_data = options_.message_bytes;
  return init;
}

LabOptions RdmaEndpoint::lab_options() const {
  LabOptions lab;
  lab.scheme = options_.scheme;
  lab.tag = program_.tag();
  lab.tag.flow = options_.flow;
  lab.lossless = options_.lossless;
  lab.priority = options_.priority;
  return lab;
}

/// What the other end must know.
void RdmaEndpoint::offer(std::uint32_t first_psn) {
  const bool confused = options_.wrong == Mistake::What::lkey_for_rkey;
  const Mr* mr = memory_.region();
  local_ = {qp()->qp_num, first_psn, host_.kernel().address(), mr ? (confused ? mr->lkey : mr->rkey) : 0, buffer()};
}

int RdmaEndpoint::exchange(Socket& socket, bool client) {
  Kernel& kernel = host_.kernel();
  // What the connections have in common, then the numbers of all queue pairs but the first.
  const std::size_t size = ConnectionInfo::size + 4 * (qps_.size() - 1);
  const Va note = space_.allocate(2 * size);
  const auto say = [&] {
    std::vector<std::uint8_t> ours(size);
    std::copy_n(local_.encode().data(), ConnectionInfo::size, ours.data());
    for (std::size_t i = 1; i < qps_.size(); ++i)
      wire::put32(&ours[ConnectionInfo::size + 4 * (i - 1)], qps_[i]->qp_num);
    space_.store(note, ours.data(), size);
    return kernel.write(program_, socket, space_, note, size);
  };
  const auto hear = [&] { return kernel.read(program_, socket, space_, note + size, size) == size; };
  if (client && !say()) return ECONNRESET;
  if (!hear()) return ECONNRESET;
  std::vector<std::uint8_t> theirs(size);
  space_.load(note + size, theirs.data(), size);
  remote_ = ConnectionInfo::decode(theirs.data());
  remote_qpns_ = {remote_.qpn};
  for (std::size_t i = 1; i < qps_.size(); ++i)
    remote_qpns_.push_back(wire::get32(&theirs[ConnectionInfo::size + 4 * (i - 1)]));
  host_.probe().moment(moment_exchanged, program_.tag(),
                       {{"qpn", remote_.qpn}, {"psn", remote_.psn}, {"rkey", remote_.rkey}});
  // The server answers once it is ready itself, so that the client's first packet finds it so.
  if (client) return 0;
  if (const int e = climb()) return e;
  if (const int e = options_.window ? bind_window() : 0) return e;
  return say() ? 0 : ECONNRESET;
}

int RdmaEndpoint::reconnect(Socket& socket, bool client) {
  constexpr std::uint32_t further = 0x1000;
  local_.psn = (local_.psn + further) & 0xffffff;
  if (!client) return exchange(socket, client);
  host_.probe().moment(moment_connects_anew, program_.tag(), {{"qpn", qp()->qp_num}, {"psn", local_.psn}});
  if (const int e = move_to(0, IBV_QPS_RESET, {}, 0)) return e;
  if (const int e = exchange(socket, client)) return e;
  return climb();
}

int RdmaEndpoint::bind_window() {
  Mr* region = memory_.region();
  Mw* window = ibv_alloc_mw(pd_);
  if (!window) return errno;
  ibv_send_wr wr;
  wr.opcode = IBV_WR_BIND_MW;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.bind_mw = {
      window, ibv_inc_rkey(window->rkey), {region, region->addr, region->length, all_access & ~IBV_ACCESS_LOCAL_WRITE}};
  ibv_send_wr* bad = nullptr;
  if (const int e = ibv_post_send(qp(), &wr, &bad)) return e;
  const auto wc = wait();
  if (!wc || wc->status != IBV_WC_SUCCESS) return EIO;
  local_.rkey = wr.bind_mw.rkey;
  return 0;
}

int RdmaEndpoint::move_to(std::size_t connection, ibv_qp_state state, ibv_qp_attr attr, unsigned mask) {
  attr.qp_state = state;
  const int error = ibv_modify_qp(qps_[connection], &attr, mask | IBV_QP_STATE);
  if (error == 0 && connection == 0) {
    host_.probe().moment(moment_qp_moved, program_.tag(),
                         {{"qpn", qp()->qp_num}, {"state", static_cast<unsigned>(state)}});
  }
  return error;
}

int RdmaEndpoint::climb() {
  for (std::size_t i = 0; i < qps_.size(); ++i)
    if (const int e = climb(i)) return e;
  return 0;
}

int RdmaEndpoint::climb(std::size_t connection) {
  const std::string& goal = options_.climb_to;
  if (qps_[connection]->state != IBV_QPS_RESET) {
    if (const int e = move_to(connection, IBV_QPS_RESET, {}, 0)) return e;
  }
  if (const int e = in_state("reset")) return e;
  if (goal == "reset") return 0;
  ibv_qp_attr attr;
  attr.port_num = 1;
  if (options_.wrong != Mistake::What::no_qp_access) attr.qp_access_flags = all_access & ~IBV_ACCESS_LOCAL_WRITE;
  if (const int e = move_to(connection, IBV_QPS_INIT, attr, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
    return e;
  if (const int e = in_state("init")) return e;
  if (goal == "init") return 0;

  attr.path_mtu = path_mtu(options_.mtu);
  const std::uint32_t theirs = remote_qpns_[connection];
  attr.dest_qp_num = options_.wrong == Mistake::What::wrong_qpn ? theirs ^ 0x800 : theirs;
  attr.rq_psn = options_.wrong == Mistake::What::stale_psn ? (remote_.psn + 1000) & 0xffffff : remote_.psn;
  attr.max_dest_rd_atomic = options_.max_dest_rd_atomic;
  attr.min_rnr_timer = options_.min_rnr_timer;
  attr.ah_attr.grh.dgid = remote_.gid;
  attr.ah_attr.grh.traffic_class = options_.traffic_class;
  attr.ah_attr.grh.sgid_index = host_.kernel().address().is_ipv4() ? 0 : 1;
  if (const int e = move_to(connection, IBV_QPS_RTR, attr,
                            IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
                                IBV_QP_MIN_RNR_TIMER)) {
    return e;
  }
  if (const int e = in_state("rtr")) return e;
  if (goal == "rtr") return 0;

  attr.sq_psn = local_.psn;
  attr.timeout = options_.timeout;
  attr.retry_cnt = options_.retry_cnt;
  attr.rnr_retry = options_.rnr_retry;
  attr.max_rd_atomic = options_.max_rd_atomic;
  if (const int e =
          move_to(connection, IBV_QPS_RTS, attr,
                  IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC)) {
    return e;
  }
  return in_state("rts");
}

int RdmaEndpoint::spoil() {
  if (options_.wrong == Mistake::What::deregistered) return take_back();
  if (options_.wrong == Mistake::What::peer_gone) return move_to(0, IBV_QPS_RESET, {}, 0);
  return 0;
}

int RdmaEndpoint::take_back_in_flight() {
  platform_.watch_ring(buffer(), 1);
  platform_.spin();
  return cancelled_ ? 0 : take_back();
}

int RdmaEndpoint::take_back() {
  const Mr* mr = memory_.region();
  if (!mr) return 0;  // it never was registered
  const std::pair<std::uint32_t, std::uint32_t> keys{mr->lkey, mr->rkey};
  if (const int e = memory_.take_back()) return e;
  host_.probe().moment(moment_taken_back, program_.tag(), {{"lkey", keys.first}, {"rkey", keys.second}});
  return 0;
}

std::uint32_t RdmaEndpoint::peer_of(std::uint32_t qpn) const {
  for (std::size_t i = 0; i < remote_qpns_.size(); ++i)
    if (qps_[i]->qp_num == qpn) return remote_qpns_[i];
  return remote_.qpn;
}

std::optional<ibv_wc> RdmaEndpoint::poll() {
  ibv_wc wc;
  return ibv_poll_cq(cq_, 1, &wc) == 1 ? std::optional(wc) : std::nullopt;
}

bool RdmaEndpoint::spin() {
  if (!cancelled_) platform_.spin();
  return !cancelled_;
}

std::optional<ibv_wc> RdmaEndpoint::wait() {
  while (!cancelled_) {
    if (const auto wc = poll()) return wc;
    if (channel_) {
      sleep();
    } else {
      platform_.spin();
    }
  }
  return std::nullopt;
}

/// Armed again before the next look at the CQ, so that no completion slips between the two (ibv_get_cq_event(3)).
void RdmaEndpoint::sleep() {
  Cq* fired = nullptr;
  if (ibv_get_cq_event(channel_, &fired) != 0) return;
  ibv_ack_cq_events(fired, 1);
  host_.probe().moment(moment_woken, program_.tag());
  ibv_req_notify_cq(fired, 0);
}

void RdmaEndpoint::cancel() {
  cancelled_ = true;
  platform_.stop_waiting();
}

}  // namespace rocelab::host
