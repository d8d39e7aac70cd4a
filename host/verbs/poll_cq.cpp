#include "host/verbs/completion_ring.h"
#include "host/verbs/facts.h"
#include "host/verbs/verbs.h"
#include "host/verbs/work_ring.h"
#include "hw/rnic/compressed_cqe.h"

namespace rocelab::verbs {

namespace {

using rnic::abi::CompressedCqe;
using rnic::abi::Cqe;
using rnic::abi::CqeOp;

ibv_wc_opcode opcode_of(CqeOp op) { return op == CqeOp::recv_write_imm ? IBV_WC_RECV_RDMA_WITH_IMM : IBV_WC_RECV; }

/// The octet order of the wire, seen as a number of this little-endian machine.
std::uint32_t network_order(std::uint32_t v) { return __builtin_bswap32(v); }

ibv_wc completion(Qp& qp, const Cqe& c) {
  ibv_wc wc;
  wc.status = static_cast<ibv_wc_status>(c.status);
  wc.vendor_err = c.vendor;
  wc.qp_num = qp.qp_num;
  Posted done;
  if (c.op == CqeOp::requester) {
    done = finish_send(qp, c.wqe);
    wc.opcode = done.opcode;
    // What was fetched, as mlx5 reports it; nothing for what was sent.
    wc.byte_len = done.opcode == IBV_WC_RDMA_READ || done.opcode == IBV_WC_COMP_SWAP || done.opcode == IBV_WC_FETCH_ADD
                      ? done.length
                      : 0;
  } else {
    done = qp.srq ? finish_shared(*qp.srq, c.wqe) : finish_receive(qp, c.wqe);
    wc.opcode = opcode_of(c.op);
    wc.byte_len = c.bytes;
    wc.src_qp = c.source.value;
    if (c.grh) wc.wc_flags |= IBV_WC_GRH;
    if (c.op == CqeOp::recv_imm || c.op == CqeOp::recv_write_imm) {
      wc.wc_flags |= IBV_WC_WITH_IMM;
      wc.imm_data = network_order(c.imm);
    }
    if (c.op == CqeOp::recv_invalidate) {
      wc.wc_flags |= IBV_WC_WITH_INV;
      wc.invalidated_rkey = c.imm;
    }
  }
  wc.wr_id = done.wr_id;
  wc.message = c.message == 0xffffff ? done.message : MessageId{c.message};
  // An error ends the queue pair, of UC and UD its send queue; the library learns of it here.
  const bool stops_sending = c.op == CqeOp::requester && qp.qp_type != IBV_QPT_RC;
  if (wc.status != IBV_WC_SUCCESS && qp.state != IBV_QPS_ERR) qp.state = stops_sending ? IBV_QPS_SQE : IBV_QPS_ERR;
  return wc;
}

}  // namespace

void publish_consumer(Cq& cq) {
  std::uint8_t record[4];
  rnic::abi::put32(record, cq.consumer);
  cq.context->platform.store(cq.record, record, sizeof record);
  if (cq.old_entries > 0 && static_cast<std::int32_t>(cq.consumer - cq.moved_at) >= 0) retire_old_ring(cq);
}

int ibv_poll_cq(Cq* cq, int entries, ibv_wc* wc) {
  Platform& platform = cq->context->platform;
  int found = 0;
  std::uint8_t octets[cqe_bytes];
  while (found < entries) {
    if (!filled(*cq, cq->consumer)) break;
    platform.load(place_of(*cq, cq->consumer).at, octets, cqe_bytes);
    const Cqe c = CompressedCqe::decode(octets, cq->taken);
    if (++cq->taken == CompressedCqe::count(octets)) cq->taken = 0, ++cq->consumer;
    const auto owner = cq->context->qp_of_number.find(c.qp.value);
    if (owner == cq->context->qp_of_number.end()) continue;
    ibv_wc& got = wc[found++];
    got = completion(*owner->second, c);
    const bool receives = c.op != CqeOp::requester;
    platform.user(receives ? &stage_recv : nullptr, platform.costs().poll_hit, got.byte_len, got.message);
  }
  if (found > 0) {
    publish_consumer(*cq);
  } else {
    platform.user(nullptr, platform.costs().poll_miss, 0, no_message);
  }
  return found;
}

void forget_completions(Cq& cq, std::uint32_t qp_num) {
  Platform& platform = cq.context->platform;
  std::uint8_t octets[cqe_bytes];
  const std::uint32_t end = filled_end(cq);
  // From the newest on, what stays moves up over what goes; owner bits belong to the place.
  std::uint32_t gone = 0;
  for (std::uint32_t n = end; n != cq.consumer;) {
    --n;
    platform.load(place_of(cq, n).at, octets, cqe_bytes);
    if (Cqe::decode(octets).qp.value == qp_num) {
      if (n == cq.consumer) cq.taken = 0;
      ++gone;
    } else if (gone > 0) {
      const CqePlace to = place_of(cq, n + gone);
      octets[cqe_bytes - 1] = static_cast<std::uint8_t>((octets[cqe_bytes - 1] & 0xfe) | to.lap);
      platform.store(to.at, octets, cqe_bytes);
    }
  }
  cq.consumer += gone;
  publish_consumer(cq);
}

}  // namespace rocelab::verbs
