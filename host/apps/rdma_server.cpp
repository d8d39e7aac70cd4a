#include <cstring>

#include "host/apps/errno_name.h"
#include "host/apps/rdma_facts.h"
#include "host/apps/rdma_traffic.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr std::uint32_t first_psn = 0x800100;  // each end draws its own; they only must differ

std::uint32_t from_network_order(std::uint32_t value) {
  std::uint8_t octets[4];
  std::memcpy(octets, &value, sizeof octets);
  return wire::get32(octets);
}

}  // namespace

void RdmaTraffic::server(Thread& self) {
  RdmaOptions options = options_;  // the refusals of a lesson are the client's to meet
  options.registered = true;
  options.climb_to = "rts";
  options.wrong = mistake_of(options.mistake, Mistake::By::server);
  options.window = operation_.opcode == IBV_WR_SEND_WITH_INV;
  RdmaEndpoint end(*plan_.peer, self, options);
  if (const int e = end.open(slots() * plan_.payload.size(), first_psn)) return fail({"rdma.setup", name_of(e), {}});
  peer_space_ = &end.space();
  peer_buffer_ = end.buffer();
  Listener& listener = plan_.peer->kernel().listen(self, port());
  self.waits_for("a connection");
  Socket& socket = plan_.peer->kernel().accept(self, listener);
  if (!end.exchange(socket, false)) return fail({"rdma.exchange", "ECONNRESET", {}});
  if (options.wrong != Mistake::What::no_receive) {
    if (const int e = prepare(end)) return fail({"rdma.recv", name_of(e), {}});
  }
  if (const int e = end.spoil()) return fail({"rdma.setup", name_of(e), {}});
  start_line().arrive();
  self.waits_for(operation_.two_sided() ? "a message" : "the end");
  if (operation_.two_sided()) {
    waiting_ends_.push_back(&end);
    receive_all(end, self);
  }
  finish_line().wait(self);
  plan_.peer->kernel().close(self, socket);
}

int RdmaTraffic::prepare(RdmaEndpoint& end) {
  if (operation_.arrival == RdmaOperation::Arrival::memory) watch_slots();
  for (std::uint64_t i = 0; i < slots(); ++i) {
    if (operation_.is_read()) end.space().store(slot(end.buffer(), i), plan_.payload.data(), plan_.payload.size());
    if (operation_.two_sided()) {
      if (const int e = post_receive(end, i)) return e;
    }
  }
  return 0;
}

/// One-sided: the peer's program never knows that a message has come, so the experimenter watches the last octet of
/// each slot. An ACK, and so the sender's CQE, may be earlier than the last DMA write: it promises delivery, not
/// visibility.
void RdmaTraffic::watch_slots() {
  for (std::uint64_t i = 0; i < slots(); ++i) {
    const Va end = slot(peer_buffer_, i) + plan_.payload.size() - 1;
    watches_.push_back(plan_.peer->watch_memory(*peer_space_->translate(end), 1, [this, i] { landed(i); }));
  }
}

void RdmaTraffic::landed(std::uint64_t slot_number) {
  if (delivered_ >= posted_) return;  // a scheme that begins a message again writes its octets again
  inspect(*peer_space_, slot(peer_buffer_, slot_number));
  consider_finished();
}

int RdmaTraffic::post_receive(RdmaEndpoint& end, std::uint64_t message) {
  ibv_sge sge{slot(end.buffer(), message), static_cast<std::uint32_t>(plan_.payload.size()), end.lkey()};
  ibv_recv_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = operation_.names_address() ? 0 : 1;
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(end.qp(), &wr, &bad);
}

void RdmaTraffic::receive_all(RdmaEndpoint& end, Thread& self) {
  for (std::uint64_t i = 0; i < plan_.messages && !failure(); ++i) {
    const Tag tag = this->tag(*plan_.peer, i);
    self.set_tag(tag);
    const auto wc = end.wait();
    if (!wc) return;
    if (wc->status != IBV_WC_SUCCESS) {
      return fail({"rdma.recv", std::string("IBV_WC_") + ibv_wc_status_str(wc->status), {{"wr_id", wc->wr_id}}});
    }
    plan_.peer->probe().moment(moment_received, tag, {{"bytes", wc->byte_len}});
    received(end, *wc, i);
    if (i + slots() < plan_.messages) post_receive(end, i + slots());
    consider_finished();
  }
}

/// What came beside the octets must be right as well: the immediate is the message's number, the key that the last
/// message made unusable is the one that was offered.
void RdmaTraffic::received(RdmaEndpoint& end, const ibv_wc& wc, std::uint64_t message) {
  bool right = wc.byte_len == plan_.payload.size();
  if (operation_.has_immediate())
    right &= (wc.wc_flags & IBV_WC_WITH_IMM) && from_network_order(wc.imm_data) == message;
  if (operation_.opcode == IBV_WR_SEND_WITH_INV && last(message)) {
    right &= (wc.wc_flags & IBV_WC_WITH_INV) && wc.invalidated_rkey == end.offered_rkey();
  }
  inspect(end.space(), slot(end.buffer(), message), right);
}

}  // namespace rocelab::host
