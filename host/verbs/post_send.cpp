#include <algorithm>
#include <cerrno>

#include "host/verbs/facts.h"
#include "host/verbs/send_wqe.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/registers.h"

namespace rocelab::verbs {

namespace {

using rnic::abi::block_bytes;

/// A request may be posted once the queue pair can send; in error it is taken and flushed (IBTA vol. 1, 10.3.1).
bool takes_sends(ibv_qp_state s) {
  return s == IBV_QPS_RTS || s == IBV_QPS_SQD || s == IBV_QPS_SQE || s == IBV_QPS_ERR;
}

/// Copies a WQE to its place in the ring, which it may wrap around.
void store(Qp& qp, const SendWqe& wqe) {
  const std::uint64_t offset = std::uint64_t{qp.send_posted & (qp.send_blocks - 1)} * block_bytes;
  const std::uint64_t ring = std::uint64_t{qp.send_blocks} * block_bytes;
  const std::uint64_t first = std::min<std::uint64_t>(wqe.bytes(), ring - offset);
  Platform& platform = qp.context->platform;
  platform.store(qp.send_ring.start + offset, wqe.octets.data(), first);
  if (first < wqe.bytes()) platform.store(qp.send_ring.start, wqe.octets.data() + first, wqe.bytes() - first);
}

/// Each type of window has its own call: a request binds type 2 and ibv_bind_mw() type 1.
int check_window(Qp& qp, const ibv_send_wr& wr, ibv_mw_type may_bind) {
  if (wr.opcode != IBV_WR_BIND_MW || !wr.bind_mw.mw || wr.bind_mw.mw->type == may_bind) return 0;
  return qp.context->refuse(refused_window_type, EINVAL, {{"qpn", qp.qp_num}, {"type", wr.bind_mw.mw->type}});
}

/// Puts one request into the ring; 0 or an errno value.
int post_one(Qp& qp, const ibv_send_wr& wr, SendWqe& wqe) {
  if (!takes_sends(qp.state))
    return qp.context->refuse(refused_state, EINVAL, {{"qpn", qp.qp_num}, {"state", qp.state}});
  if (const int error = check(qp, wr)) return error;
  const auto full = [&] {
    return qp.context->refuse(refused_full, ENOMEM, {{"qpn", qp.qp_num}, {"most", qp.cap.max_send_wr}});
  };
  if (qp.send_outstanding >= qp.cap.max_send_wr) return full();
  build(qp, wr, qp.send_posted, wqe);
  if (qp.send_posted - qp.send_done + wqe.blocks() > qp.send_blocks) return full();
  store(qp, wqe);
  const bool fetches_word = wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
  qp.send_slots[qp.send_posted & (qp.send_blocks - 1)] = {wr.wr_id, completion_of(wr.opcode), wqe.blocks(),
                                                          fetches_word ? 8 : wqe.length, wr.message};
  qp.send_posted += wqe.blocks();
  ++qp.send_outstanding;
  Platform& platform = qp.context->platform;
  platform.user(&stage_post, platform.costs().post, wqe.length, wr.message);
  return 0;
}

bool takes_along(BlueFlame rule, const SendWqe& wqe) {
  if (wqe.bytes() > rnic::registers::blueflame_bytes) return false;
  return rule == BlueFlame::single || (rule == BlueFlame::inline_only && wqe.control.flags & rnic::abi::flag_inline);
}

/// The WQE itself in the doorbell's place (calibration row blueflame_rule).
void ring_with(const SendWqe& wqe, Platform& platform) {
  std::array<std::uint8_t, rnic::registers::blueflame_bytes> octets{};
  std::copy_n(wqe.octets.begin(), wqe.bytes(), octets.begin());
  const std::uint32_t bytes = wqe.blocks() * rnic::abi::block_bytes;
  platform.user(&stage_post, wqe.blocks() * platform.costs().blueflame, 0, no_message);
  platform.mmio_write(rnic::registers::send_doorbell, octets.data(), bytes);
}

int post_list(Qp* qp, ibv_send_wr* wr, ibv_send_wr** bad_wr, ibv_mw_type may_bind) {
  SendWqe wqe;
  rnic::abi::ControlSegment newest;
  int error = 0;
  std::uint32_t posted = 0;
  for (; wr && error == 0; wr = wr->next) {
    error = check_window(*qp, *wr, may_bind);
    if (error == 0) error = post_one(*qp, *wr, wqe);
    if (error == 0) {
      newest = wqe.control;
      ++posted;
    } else if (bad_wr) {
      *bad_wr = wr;
    }
  }
  Platform& platform = qp->context->platform;
  if (posted > 0) qp->context->records.sent(qp->record, qp->send_posted);
  if (posted == 1 && error == 0 && takes_along(platform.blueflame(), wqe)) {
    ring_with(wqe, platform);
  } else if (posted > 0) {
    std::uint8_t octets[rnic::abi::segment_bytes];
    newest.encode(octets);
    platform.mmio_write(rnic::registers::send_doorbell, octets, 8);
  }
  return error;
}

}  // namespace

int ibv_post_send(Qp* qp, ibv_send_wr* wr, ibv_send_wr** bad_wr) { return post_list(qp, wr, bad_wr, IBV_MW_TYPE_2); }

int ibv_bind_mw(Qp* qp, Mw* mw, ibv_mw_bind* bind) {
  ibv_send_wr wr, *bad = nullptr;
  wr.wr_id = bind->wr_id;
  wr.opcode = IBV_WR_BIND_MW;
  wr.send_flags = bind->send_flags;
  wr.bind_mw = {mw, ibv_inc_rkey(mw->rkey), bind->bind_info};
  const int error = post_list(qp, &wr, &bad, IBV_MW_TYPE_1);
  if (error == 0) mw->rkey = wr.bind_mw.rkey;
  return error;
}

Posted finish_send(Qp& qp, std::uint32_t block) {
  Posted done;
  while (static_cast<std::int32_t>(block - qp.send_done) >= 0 && qp.send_done != qp.send_posted) {
    done = qp.send_slots[qp.send_done & (qp.send_blocks - 1)];
    qp.send_done += done.blocks;
    --qp.send_outstanding;
  }
  return done;
}

}  // namespace rocelab::verbs
