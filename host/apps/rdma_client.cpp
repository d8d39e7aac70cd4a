#include <cerrno>
#include <cstring>

#include "host/apps/errno_name.h"
#include "host/apps/rdma_facts.h"
#include "host/apps/rdma_traffic.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr std::uint32_t first_psn = 0x100;

/// At which step of the road a status arises.
const char* step_of(ibv_wc_status status) {
  switch (status) {
    case IBV_WC_LOC_PROT_ERR:
      return "rdma.dma_read";
    case IBV_WC_REM_ACCESS_ERR:
      return "rdma.dma_write";
    case IBV_WC_RETRY_EXC_ERR:
    case IBV_WC_RNR_RETRY_EXC_ERR:
      return "rdma.ack";
    default:
      return "rdma.cqe";
  }
}

std::uint64_t operand(const std::vector<std::uint8_t>& payload) {
  std::uint64_t value = 0;
  std::memcpy(&value, payload.data(), sizeof value);
  return value;
}

std::uint32_t in_network_order(std::uint32_t value) {
  std::uint8_t octets[4];
  wire::put32(octets, value);
  std::memcpy(&value, octets, sizeof value);
  return value;
}

}  // namespace

void RdmaTraffic::client(Thread& self) {
  options_.wrong = mistake_of(options_.mistake, Mistake::By::client);
  RdmaEndpoint end(*plan_.local, self, options_);
  if (const int e = end.open(slots() * plan_.payload.size(), first_psn)) return fail({"rdma.setup", name_of(e), {}});
  fill(end);
  self.waits_for("the exchange over TCP");
  Socket* socket = plan_.local->kernel().connect(self, plan_.peer->kernel().address(), port());
  if (!socket || !end.exchange(*socket, true)) return fail({"rdma.exchange", "ECONNREFUSED", {{"port", port()}}});
  if (const int e = end.climb()) return fail({"rdma.modify_qp", name_of(e), {}});
  send_probe_frame();
  self.waits_for("the other lanes at the start line");
  start_line().wait(self);

  self.waits_for("a completion");
  waiting_ends_.push_back(&end);
  send_all(end, self);
  waiting_ends_.clear();
  finish_line().wait(self);
  plan_.local->kernel().close(self, *socket);
}

void RdmaTraffic::fill(RdmaEndpoint& end) {
  if (operation_.is_read()) return;
  // Where an atomic's result is to land stands something that no result is: all ones.
  const std::vector<std::uint8_t> bytes =
      operation_.is_atomic() ? std::vector<std::uint8_t>(plan_.payload.size(), 0xff) : plan_.payload;
  for (std::uint64_t i = 0; i < slots(); ++i) end.space().store(slot(end.buffer(), i), bytes.data(), bytes.size());
}

void RdmaTraffic::send_all(RdmaEndpoint& end, Thread& self) {
  while (completed_ < plan_.messages && !failure()) {
    if (posted_ < plan_.messages && posted_ - completed_ < plan_.inflight) {
      if (const int e = post(end, self, posted_++)) fail({"rdma.post", name_of(e), {{"state", end.qp()->state}}});
    } else if (const auto wc = end.wait()) {
      completed(end, self, *wc);
    }
  }
}

int RdmaTraffic::post(RdmaEndpoint& end, Thread& self, std::uint64_t message) {
  ibv_sge sge{slot(end.buffer(), message), static_cast<std::uint32_t>(plan_.payload.size()), end.lkey()};
  Va address = slot(end.remote().address, message);
  std::uint32_t rkey = end.remote().rkey;
  if (options_.wrong == Mistake::What::out_of_bounds) address += slots() * plan_.payload.size();
  if (options_.wrong == Mistake::What::wrong_rkey) rkey ^= 0x5a5000;
  ibv_send_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.send_flags = IBV_SEND_SIGNALED | (options_.inline_data ? IBV_SEND_INLINE : 0u);
  wr.message = MessageId{static_cast<std::uint32_t>(message)};
  wr.opcode = operation_.opcode;
  wr.imm_data = in_network_order(static_cast<std::uint32_t>(message));
  wr.wr.rdma = {address, rkey};
  if (operation_.is_atomic()) {
    const bool swap = operation_.opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
    const std::uint64_t value = operand(plan_.payload);
    wr.wr.atomic = {address, swap ? 0 : value, value, rkey};
  }
  if (wr.opcode == IBV_WR_SEND_WITH_INV) {
    // One key, one invalidation: the last message ends the peer's window, those before are plain SENDs.
    if (last(message)) {
      wr.invalidate_rkey = end.remote().rkey;
    } else {
      wr.opcode = IBV_WR_SEND;
    }
  }
  const Tag tag = this->tag(*plan_.local, message);
  self.set_tag(tag);
  plan_.local->probe().moment(moment_posted, tag, {{"bytes", sge.length}});
  ibv_send_wr* bad = nullptr;
  return ibv_post_send(end.qp(), &wr, &bad);
}

void RdmaTraffic::completed(RdmaEndpoint& end, Thread& self, const ibv_wc& wc) {
  Tag tag = self.tag();
  tag.message = MessageId{static_cast<std::uint32_t>(wc.wr_id)};
  plan_.local->probe().moment(moment_completed, tag, {{"status", wc.status}});
  if (wc.status != IBV_WC_SUCCESS) {
    return fail({step_of(wc.status), std::string("IBV_WC_") + ibv_wc_status_str(wc.status), {{"wr_id", wc.wr_id}}});
  }
  ++completed_;
  if (operation_.arrival == RdmaOperation::Arrival::completion) take_result(end, wc.wr_id);
  consider_finished();
}

void RdmaTraffic::take_result(RdmaEndpoint& end, std::uint64_t message) {
  const Va here = slot(end.buffer(), message);
  if (operation_.is_read()) return inspect(end.space(), here);
  // The word was zero before: that is what must have come back, and the word itself now holds the operand.
  std::uint64_t original = 0;
  end.space().load(here, reinterpret_cast<std::uint8_t*>(&original), sizeof original);
  inspect(*peer_space_, slot(peer_buffer_, message), original == 0);
  const std::vector<std::uint8_t> no_result(plan_.payload.size(), 0xff);
  end.space().store(here, no_result.data(), no_result.size());
}

}  // namespace rocelab::host
