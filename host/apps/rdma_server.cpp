#include <cerrno>
#include <cstring>

#include "host/apps/rdma_duplex.h"
#include "host/apps/rdma_facts.h"
#include "host/apps/rdma_one_way.h"
#include "host/apps/refused.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr std::uint32_t server_first_psn = 0x800100;  // each end draws its own; they only must differ

std::uint32_t from_network_order(std::uint32_t value) {
  std::uint8_t octets[4];
  std::memcpy(octets, &value, sizeof octets);
  return wire::get32(octets);
}

}  // namespace

void RdmaTraffic::server(Thread& self) {
  RdmaOptions options = options_;  // the refusals of a lesson are the client's to meet
  options.registered = true;
  options.registration = RdmaOptions::Registration::once;  // the peer is told one key for all messages
  options.climb_to = "rts";
  options.wrong = mistake_of(options.mistake, Mistake::By::server);
  options.max_rd_atomic = RdmaOptions{}.max_rd_atomic;
  options.window = operation_.opcode == IBV_WR_SEND_WITH_INV;
  RdmaEndpoint end(*plan_.peer, self, options);
  // Before anything that takes time: a client that came first would wait a second to try again.
  Listener* listener = nullptr;
  if (!options.managed) listener = &plan_.peer->kernel().listen(self, port());
  if (const int e = options.managed ? end.listen(port()) : 0)
    return give_up(*plan_.peer, self, nullptr, refused("rdma.setup", e, end.refusal()));
  const bool answers = plan_.application->answers;
  const bool posts = !answers && operation_.two_sided() && options.wrong != Mistake::What::no_receive;
  const bool late = options.receive_delay > 0;
  int receive_error = 0;
  if (posts && !late) {
    end.in_state = [&](const std::string& state) {
      if (state == options.receive_state) receive_error = post_receives(end);
      return receive_error;
    };
  }
  if (const int e = end.open(buffer_bytes(), server_first_psn))
    return give_up(*plan_.peer, self, nullptr, refused("rdma.setup", e, end.refusal()));
  std::optional<Duplex> duplex;
  if (answers) {
    if (const int e = duplex.emplace(*this, *plan_.peer, self, end, false).open())
      return give_up(*plan_.peer, self, nullptr, refused("rdma.setup", e, end.refusal()));
  }
  peer_space_ = &end.space();
  peer_buffer_ = end.buffer();
  self.waits_for("a connection");
  Socket* socket = nullptr;
  if (options.managed) {
    const int e = end.accept();
    if (e == ECONNREFUSED) return start_line().arrive();  // so it wants it; the client fails
    if (e) return give_up(*plan_.peer, self, nullptr, refused("rdma.accept", e, end.refusal()));
    if (posts && !late) receive_error = post_receives(end);
    if (receive_error) return give_up(*plan_.peer, self, nullptr, refused("rdma.recv", receive_error, end.refusal()));
  } else {
    socket = &plan_.peer->kernel().accept(self, *listener);
    if (const int e = end.exchange(*socket, false)) {
      const char* at = receive_error != 0 ? "rdma.recv" : e == ECONNRESET ? "rdma.exchange" : "rdma.modify_qp";
      return give_up(*plan_.peer, self, socket, refused(at, e, end.refusal()));
    }
  }
  if (!answers) prepare(end);
  if (const int e = end.spoil()) return give_up(*plan_.peer, self, socket, refused("rdma.setup", e, end.refusal()));
  if (posts && late) {
    start_line().wait(self);
    be_late(self);
    if (const int e = post_receives(end)) return fail(refused("rdma.recv", e, end.refusal()));
  } else {
    start_line().arrive();
  }
  self.waits_for(answers || operation_.two_sided() ? "a message" : "the end");
  waiting_ends_.push_back(&end);
  if (options.wrong == Mistake::What::deregistered_in_flight) end.take_back_in_flight();
  if (options.wrong == Mistake::What::reconnect) end.reconnect(*socket, false);
  OneWay one_way(*this, self, end);
  plan_.application->server(duplex ? static_cast<Channel&>(*duplex) : one_way, plan_.rounds());
  wait_for_the_end(self);
  if (socket) plan_.peer->kernel().close(self, *socket);
  self.waits_for("the end of the connection");
  end.disconnect(false);
}

void RdmaTraffic::prepare(RdmaEndpoint& end) {
  if (operation_.arrival == RdmaOperation::Arrival::memory) watch_slots();
  if (!operation_.is_read()) return;
  for (std::uint64_t i = 0; i < slots(); ++i)
    end.space().store(slot(end.buffer(), i), plan_.payload.data(), plan_.payload.size());
}

int RdmaTraffic::post_receives(RdmaEndpoint& end) {
  for (std::uint64_t i = 0; i < slots(); ++i) {
    if (const int e = post_receive(end, i)) return e;
  }
  return 0;
}

void RdmaTraffic::be_late(Thread& self) {
  if (options_.receive_delay > 0) self.spend(Book::user, options_.receive_delay);
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
  ibv_sge sge;
  if (const int e = end.memory().before(slot(end.buffer(), message), static_cast<std::uint32_t>(plan_.payload.size()),
                                        false, sge)) {
    return e;
  }
  if (options_.mistake == "short_receive") sge.length /= 2;
  ibv_recv_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = operation_.names_address() ? 0 : 1;
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(end.qp(), &wr, &bad);
}

bool RdmaTraffic::receive(RdmaEndpoint& end, Thread& self, std::uint64_t message) {
  if (failure()) return false;  // the client may have failed before this end was one that cancel() finds
  const Tag tag = this->tag(*plan_.peer, message);
  self.set_tag(tag);
  const auto wc = end.wait();
  if (!wc) return false;
  // Its QP went to ERR over a request of the client, whose completion says why.
  if (wc->status == IBV_WC_WR_FLUSH_ERR) return false;
  if (wc->status != IBV_WC_SUCCESS) {
    fail({"rdma.recv", std::string("IBV_WC_") + ibv_wc_status_str(wc->status), {{"wr_id", wc->wr_id}}});
    return false;
  }
  plan_.peer->probe().moment(moment_received, tag, {{"bytes", wc->byte_len}});
  received(end, *wc, message);
  consider_finished();
  if (message + slots() < plan_.messages) {
    be_late(self);
    post_receive(end, message + slots());
  }
  return !failure();
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
