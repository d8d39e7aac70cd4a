#include <cerrno>
#include <cstring>

#include "host/apps/rdma_duplex.h"
#include "host/apps/rdma_facts.h"
#include "host/apps/rdma_one_way.h"
#include "host/apps/refused.h"
#include "host/apps/stranger.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr std::uint32_t client_first_psn = 0x100;

/// At which step of the road a status arises. What fetches reads at the peer and writes here.
const char* step_of(ibv_wc_status status, bool fetches) {
  switch (status) {
    case IBV_WC_LOC_PROT_ERR:
      return fetches ? "rdma.dma_write" : "rdma.dma_read";
    case IBV_WC_REM_ACCESS_ERR:
      return fetches ? "rdma.dma_read" : "rdma.dma_write";
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
  options_.max_dest_rd_atomic = RdmaOptions{}.max_dest_rd_atomic;  // how many READs the server takes is its own affair
  RdmaEndpoint end(*plan_.local, self, options_);
  int opened = end.open(buffer_bytes(), client_first_psn);
  std::optional<Duplex> duplex;
  if (opened == 0 && plan_.application->answers) opened = duplex.emplace(*this, *plan_.local, self, end, true).open();
  if (opened == 0 && !duplex) fill(end);
  Socket* socket = nullptr;
  int rejected = 0;
  const auto give_up = [&](TrafficFailure why) { RdmaTraffic::give_up(*plan_.local, self, socket, std::move(why)); };
  if (options_.managed) {
    if (opened != 0) return give_up(refused("rdma.setup", opened, end.refusal()));
    self.waits_for("an event of connection management");
    rejected = end.connect(plan_.peer->kernel().address(), port());
  } else {
    self.waits_for("the exchange over TCP");
    socket = plan_.local->kernel().connect(self, plan_.peer->kernel().address(), port());
    if (opened != 0) return give_up(refused("rdma.setup", opened, end.refusal()));
    if (!socket) return give_up({"rdma.exchange", "ECONNREFUSED", {{"port", port()}}});
    if (const int e = end.exchange(*socket, true)) return give_up({"rdma.exchange", name_of(e), {{"port", port()}}});
    if (const int e = end.climb()) return give_up(refused("rdma.modify_qp", e, end.refusal()));
  }
  send_probe_frame();
  self.waits_for("the other lanes at the start line");
  start_line().wait(self);
  // What could not be connected fails where the others begin, so that they are seen to deliver.
  if (rejected != 0) fail({"rdma.connect", name_of(rejected), end.rejection()});

  if (options_.wrong == Mistake::What::stranger)
    send_forged_writes(*plan_.local, end.remote(), Psn(client_first_psn), plan_.local->tag());
  self.waits_for("a completion");
  waiting_ends_.push_back(&end);
  if (options_.wrong == Mistake::What::reconnect) {
    if (const int e = connect_anew(end, self, *socket)) fail(refused("rdma.modify_qp", e, end.refusal()));
  }
  OneWay one_way(*this, self, end);
  plan_.application->client(duplex ? static_cast<Channel&>(*duplex) : one_way, plan_.rounds());
  waiting_ends_.clear();
  wait_for_the_end(self);
  if (socket) plan_.local->kernel().close(self, *socket);
  self.waits_for("the end of the connection");
  end.disconnect(true);
}

void RdmaTraffic::fill(RdmaEndpoint& end) {
  leave_all_slots();
  if (operation_.is_read()) return;
  // Where an atomic's result is to land stands something that no result is: all ones.
  const std::vector<std::uint8_t> bytes =
      operation_.is_atomic() ? std::vector<std::uint8_t>(plan_.payload.size(), 0xff) : plan_.payload;
  for (std::uint64_t i = 0; i < slots(); ++i) end.space().store(slot(end.buffer(), i), bytes.data(), bytes.size());
}

/// A message is under way; its sender does not wait for it but connects again and begins anew.
int RdmaTraffic::connect_anew(RdmaEndpoint& end, Thread& self, Socket& socket) {
  if (const int e = post(end, self, posted_++)) return e;
  const int error = end.reconnect(socket, true);
  posted_ = delivered_ = intact_ = 0;
  leave_all_slots();
  return error;
}

bool RdmaTraffic::await_completion(RdmaEndpoint& end, Thread& self) {
  const auto wc = end.wait();
  if (wc) completed(end, self, *wc);
  return wc && !failure();
}

bool RdmaTraffic::send(RdmaEndpoint& end, Thread& self) {
  while (posted_ - completed_ >= plan_.inflight) {
    if (!await_completion(end, self)) return false;
  }
  if (const int e = post(end, self, posted_++)) fail(refused("rdma.post", e, end.refusal()));
  return !failure();
}

void RdmaTraffic::flush(RdmaEndpoint& end, Thread& self) {
  while (completed_ < plan_.messages) {
    if (!await_completion(end, self)) return;
  }
}

int RdmaTraffic::post(RdmaEndpoint& end, Thread& self, std::uint64_t message) {
  const Tag tag = this->tag(*plan_.local, message);
  self.set_tag(tag);
  const auto bytes = static_cast<std::uint32_t>(plan_.payload.size());
  plan_.local->probe().moment(moment_posted, tag, {{"bytes", bytes}});
  const std::uint64_t place = take_slot(message);
  ibv_sge sge;
  if (const int e = end.memory().before(slot(end.buffer(), place), bytes, !operation_.is_read(), sge)) return e;
  if (options_.wrong == Mistake::What::wrong_lkey) sge.lkey ^= 0x5a5000;
  Va address = slot(end.remote().address, place);
  if (options_.wrong == Mistake::What::misaligned) address += 4;
  std::uint32_t rkey = end.remote().rkey;
  if (options_.wrong == Mistake::What::out_of_bounds) address += slots() * plan_.payload.size();
  if (options_.wrong == Mistake::What::wrong_rkey) rkey ^= 0x5a5000;
  ibv_send_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.send_flags = IBV_SEND_SIGNALED | (options_.inline_data ? IBV_SEND_INLINE : 0u);
  wr.message = tag.message;
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
  ibv_send_wr* bad = nullptr;
  if (const int e = ibv_post_send(connection_for(end, message), &wr, &bad)) return e;
  return options_.wrong == Mistake::What::response_buffer_gone ? end.take_back_in_flight() : 0;
}

/// One whose queue is full is passed over: a program would not wait for it while others have room.
Qp* RdmaTraffic::connection_for(RdmaEndpoint& end, std::uint64_t message) {
  const std::uint64_t all = options_.connections;
  std::uint64_t chosen = options_.random_turn ? turn_.below(all) : message % all;
  for (std::uint64_t tried = 1; tried < all; ++tried) {
    const Qp* qp = end.qp(chosen);
    if (qp->send_outstanding < qp->cap.max_send_wr) break;
    chosen = (chosen + 1) % all;
  }
  return end.qp(chosen);
}

void RdmaTraffic::completed(RdmaEndpoint& end, Thread& self, const ibv_wc& wc) {
  Tag tag = self.tag();
  tag.message = MessageId{static_cast<std::uint32_t>(wc.wr_id)};
  plan_.local->probe().moment(moment_completed, tag, {{"status", wc.status}});
  const bool fetches = operation_.arrival == RdmaOperation::Arrival::completion;
  if (wc.status != IBV_WC_SUCCESS) {
    return fail({step_of(wc.status, fetches),
                 std::string("IBV_WC_") + ibv_wc_status_str(wc.status),
                 {{"wr_id", wc.wr_id},
                  {"dest_qpn", end.peer_of(wc.qp_num)},
                  {"timeout", options_.timeout},
                  {"retry_cnt", options_.retry_cnt},
                  {"rnr_retry", options_.rnr_retry},
                  {"min_rnr_timer", options_.min_rnr_timer}}});
  }
  const auto bytes = static_cast<std::uint32_t>(plan_.payload.size());
  const std::uint64_t place = slot_of_.at(wc.wr_id);
  if (const int e = end.memory().after(slot(end.buffer(), place), bytes, fetches))
    return fail({"rdma.dereg_mr", name_of(e), {}});
  ++completed_;
  if (fetches) take_result(end, place);
  slot_of_.erase(wc.wr_id);
  free_slots_.push_back(place);
  consider_finished();
}

void RdmaTraffic::leave_all_slots() {
  slot_of_.clear();
  free_slots_.clear();
  for (std::uint64_t i = 0; i < slots(); ++i) free_slots_.push_back(i);
}

std::uint64_t RdmaTraffic::take_slot(std::uint64_t message) {
  const std::uint64_t place = free_slots_.front();
  free_slots_.pop_front();
  return slot_of_[message] = place;
}

void RdmaTraffic::take_result(RdmaEndpoint& end, std::uint64_t place) {
  const Va here = slot(end.buffer(), place);
  if (operation_.is_read()) return inspect(end.space(), here);
  // The word was zero before: that is what must have come back, and the word itself now holds the operand.
  std::uint64_t original = 0;
  end.space().load(here, reinterpret_cast<std::uint8_t*>(&original), sizeof original);
  inspect(*peer_space_, slot(peer_buffer_, place), original == 0);
  const std::vector<std::uint8_t> no_result(plan_.payload.size(), 0xff);
  end.space().store(here, no_result.data(), no_result.size());
}

}  // namespace rocelab::host
