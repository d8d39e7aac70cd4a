#include "host/verbs/send_wqe.h"

#include <cerrno>
#include <cstring>

namespace rocelab::verbs {

namespace {

using namespace rnic::abi;

constexpr std::uint32_t atomic_octets = 8;

bool is_atomic(ibv_wr_opcode op) { return op == IBV_WR_ATOMIC_CMP_AND_SWP || op == IBV_WR_ATOMIC_FETCH_AND_ADD; }
bool is_send(ibv_wr_opcode op) { return op == IBV_WR_SEND || op == IBV_WR_SEND_WITH_IMM || op == IBV_WR_SEND_WITH_INV; }
bool is_write(ibv_wr_opcode op) { return op == IBV_WR_RDMA_WRITE || op == IBV_WR_RDMA_WRITE_WITH_IMM; }
bool carries_data(ibv_wr_opcode op) { return op != IBV_WR_LOCAL_INV && op != IBV_WR_BIND_MW; }

/// IBTA vol. 1, table 81: which operations a transport offers.
bool offered(ibv_qp_type type, ibv_wr_opcode op) {
  if (op < IBV_WR_RDMA_WRITE || op > IBV_WR_SEND_WITH_INV) return false;
  if (type == IBV_QPT_UD) return op == IBV_WR_SEND || op == IBV_WR_SEND_WITH_IMM;
  if (type == IBV_QPT_UC) return op != IBV_WR_RDMA_READ && !is_atomic(op) && op != IBV_WR_SEND_WITH_INV;
  return true;
}

WqeOp wqe_op(ibv_wr_opcode op) {
  switch (op) {
    case IBV_WR_RDMA_WRITE:
      return WqeOp::write;
    case IBV_WR_RDMA_WRITE_WITH_IMM:
      return WqeOp::write_imm;
    case IBV_WR_SEND:
      return WqeOp::send;
    case IBV_WR_SEND_WITH_IMM:
      return WqeOp::send_imm;
    case IBV_WR_RDMA_READ:
      return WqeOp::read;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
      return WqeOp::compare_swap;
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
      return WqeOp::fetch_add;
    case IBV_WR_LOCAL_INV:
      return WqeOp::local_invalidate;
    case IBV_WR_BIND_MW:
      return WqeOp::bind_window;
    case IBV_WR_SEND_WITH_INV:
      return WqeOp::send_invalidate;
  }
  return WqeOp::send;
}

std::uint8_t wqe_flags(const Qp& qp, const ibv_send_wr& wr) {
  std::uint8_t flags = 0;
  if (wr.send_flags & IBV_SEND_SOLICITED) flags |= flag_solicited;
  if ((wr.send_flags & IBV_SEND_SIGNALED) || qp.sq_sig_all) flags |= flag_completion;
  if (wr.send_flags & IBV_SEND_FENCE) flags |= flag_fence;
  if (wr.send_flags & IBV_SEND_INLINE) flags |= flag_inline;
  return flags;
}

std::uint32_t immediate(const ibv_send_wr& wr) {
  if (wr.opcode == IBV_WR_SEND_WITH_INV || wr.opcode == IBV_WR_LOCAL_INV) return wr.invalidate_rkey;
  return __builtin_bswap32(wr.imm_data);  // given in network order
}

/// Appends segments to a WQE.
class Writer {
 public:
  explicit Writer(std::uint8_t* start) : start_(start), at_(start + segment_bytes) {}

  template <class Segment>
  void put(const Segment& s, std::uint32_t bytes = segment_bytes) {
    s.encode(at_);
    at_ += bytes;
  }
  /// Inline data behind its count, padded to whole segments.
  void put_inline(Platform& platform, const ibv_send_wr& wr, std::uint32_t length) {
    put32(at_, length | inline_bit);
    at_ += 4;
    for (int i = 0; i < wr.num_sge; ++i) {
      platform.load(wr.sg_list[i].addr, at_, wr.sg_list[i].length);
      at_ += wr.sg_list[i].length;
    }
    while ((at_ - start_) % segment_bytes != 0) *at_++ = 0;
  }
  std::uint8_t segments() const { return static_cast<std::uint8_t>((at_ - start_) / segment_bytes); }

 private:
  std::uint8_t* start_;
  std::uint8_t* at_;
};

void put_operands(Writer& out, const Qp& qp, const ibv_send_wr& wr) {
  if (qp.qp_type == IBV_QPT_UD) {
    const Ah& ah = *wr.wr.ud.ah;
    const ibv_global_route& grh = ah.attr.grh;
    out.put(AddressSegment{Qpn{wr.wr.ud.remote_qpn}, wr.wr.ud.remote_qkey, ah.mac, grh.traffic_class, grh.hop_limit,
                           grh.sgid_index, grh.dgid.raw},
            AddressSegment::bytes);
  } else if (is_atomic(wr.opcode)) {
    const auto& a = wr.wr.atomic;
    out.put(RemoteSegment{a.remote_addr, Key{a.rkey}});
    // FETCH_ADD gives what to add in compare_add, CMP_SWAP what to compare with.
    out.put(wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? AtomicSegment{a.compare_add, 0}
                                                     : AtomicSegment{a.swap, a.compare_add});
  } else if (is_write(wr.opcode) || wr.opcode == IBV_WR_RDMA_READ) {
    out.put(RemoteSegment{wr.wr.rdma.remote_addr, Key{wr.wr.rdma.rkey}});
  } else if (wr.opcode == IBV_WR_BIND_MW) {
    const ibv_mw_bind_info& b = wr.bind_mw.bind_info;
    out.put(BindSegment{Key{wr.bind_mw.rkey}, Key{b.mr ? b.mr->lkey : 0}, b.addr, b.length, b.mw_access_flags},
            BindSegment::bytes);
  }
}

/// The window, the region and the queue pair stand in one protection domain; only remote rights can be given on.
bool bind_right(const Qp& qp, const ibv_send_wr& wr) {
  constexpr unsigned remote = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  const ibv_mw_bind_info& b = wr.bind_mw.bind_info;
  // A window of type 1 is bound to nothing to take its rights back.
  const bool to_something = b.mr || (b.length == 0 && wr.bind_mw.mw && wr.bind_mw.mw->type == IBV_MW_TYPE_1);
  return wr.bind_mw.mw && to_something && wr.bind_mw.mw->pd == qp.pd && !(b.mw_access_flags & ~remote);
}

}  // namespace

std::uint64_t octets_of(const ibv_send_wr& wr) {
  std::uint64_t sum = 0;
  for (int i = 0; i < wr.num_sge; ++i) sum += wr.sg_list[i].length;
  return sum;
}

ibv_wc_opcode completion_of(ibv_wr_opcode op) {
  if (is_send(op)) return IBV_WC_SEND;
  if (is_write(op)) return IBV_WC_RDMA_WRITE;
  switch (op) {
    case IBV_WR_RDMA_READ:
      return IBV_WC_RDMA_READ;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
      return IBV_WC_COMP_SWAP;
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
      return IBV_WC_FETCH_ADD;
    case IBV_WR_BIND_MW:
      return IBV_WC_BIND_MW;
    default:
      return IBV_WC_LOCAL_INV;
  }
}

int check(Qp& qp, const ibv_send_wr& wr) {
  Context& context = *qp.context;
  const auto refuse = [&](const MomentKind& rule, std::uint64_t given, std::uint64_t most) {
    return context.refuse(rule, EINVAL, {{"qpn", qp.qp_num}, {"given", given}, {"most", most}});
  };
  if (!offered(qp.qp_type, wr.opcode))
    return context.refuse(refused_operation, EINVAL, {{"qpn", qp.qp_num}, {"opcode", wr.opcode}, {"type", qp.qp_type}});
  if (wr.num_sge < 0 || static_cast<std::uint32_t>(wr.num_sge) > qp.cap.max_send_sge)
    return refuse(refused_sges, static_cast<std::uint64_t>(wr.num_sge), qp.cap.max_send_sge);
  if (qp.qp_type == IBV_QPT_UD && (!wr.wr.ud.ah || wr.wr.ud.ah->pd != qp.pd || wr.wr.ud.remote_qpn > 0xffffff))
    return context.refuse(refused_address, EINVAL, {{"qpn", qp.qp_num}});
  if (wr.send_flags & IBV_SEND_INLINE) {
    const bool may = is_send(wr.opcode) || is_write(wr.opcode);
    const std::uint32_t most = may ? qp.cap.max_inline_data : 0;
    if (!may || octets_of(wr) > most) return refuse(refused_inline, octets_of(wr), most);
  }
  if (is_atomic(wr.opcode) && (octets_of(wr) < atomic_octets || wr.wr.atomic.remote_addr % atomic_octets != 0))
    return context.refuse(refused_atomic, EINVAL,
                          {{"qpn", qp.qp_num}, {"given", octets_of(wr)}, {"address", wr.wr.atomic.remote_addr}});
  // None may be open, so it would wait for ever; in ERR it is flushed.
  if ((wr.opcode == IBV_WR_RDMA_READ || is_atomic(wr.opcode)) && qp.max_rd_atomic == 0 && qp.state != IBV_QPS_ERR)
    return context.refuse(refused_fetch, EINVAL, {{"qpn", qp.qp_num}, {"opcode", wr.opcode}});
  if (wr.opcode == IBV_WR_BIND_MW && !bind_right(qp, wr))
    return context.refuse(refused_bind, EINVAL, {{"qpn", qp.qp_num}});
  return 0;
}

void build(const Qp& qp, const ibv_send_wr& wr, std::uint32_t index, SendWqe& wqe) {
  Writer out(wqe.octets.data());
  put_operands(out, qp, wr);
  wqe.length = carries_data(wr.opcode) ? static_cast<std::uint32_t>(octets_of(wr)) : 0;
  if (wr.send_flags & IBV_SEND_INLINE) {
    out.put_inline(qp.context->platform, wr, wqe.length);
  } else if (carries_data(wr.opcode)) {
    for (int i = 0; i < wr.num_sge; ++i) {
      const ibv_sge& s = wr.sg_list[i];
      if (s.length > 0) out.put(DataSegment{s.length, Key{s.lkey}, s.addr});
    }
  }
  wqe.control = {wqe_op(wr.opcode), static_cast<std::uint16_t>(index), Qpn{qp.qp_num},
                 out.segments(),    wr.message.value & 0xffffff,       wqe_flags(qp, wr),
                 immediate(wr)};
  wqe.control.encode(wqe.octets.data());
}

}  // namespace rocelab::verbs
