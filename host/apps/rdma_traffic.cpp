#include "host/apps/rdma_traffic.h"

#include <cerrno>
#include <cstring>

#include "host/apps/rdma_facts.h"

namespace rocelab::host {

using namespace verbs;

namespace {

constexpr std::uint32_t client_psn = 0x100, server_psn = 0x800100;  // both ends draw one; they only must differ

const char* name_of(int error) {
  switch (error) {
    case EINVAL:
      return "EINVAL";
    case ENOMEM:
      return "ENOMEM";
    case EFAULT:
      return "EFAULT";
    default:
      return "EIO";
  }
}

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

}  // namespace

std::string RdmaTraffic::path() const {
  switch (operation_) {
    case Operation::write:
      return "rdma_write";
    case Operation::read:
      return "rdma_read";
    case Operation::send:
      return "rdma_send";
  }
  return "";
}

std::pair<std::string, std::string> RdmaTraffic::latency_moments() const {
  switch (operation_) {
    case Operation::write:
      return {"rdma.posted", "rdma.payload_written"};
    case Operation::read:
      return {"rdma.posted", "rdma.completed"};
    case Operation::send:
      return {"rdma.posted", "rdma.received"};
  }
  return {};
}

const Stage* RdmaTraffic::wire_stage() const { return &stage_rdma_wire; }

void RdmaTraffic::start_programs() {
  plan_.peer->start("server", 0, [this](Thread& p) { server(p); });
  plan_.local->start("client", 0, [this](Thread& p) { client(p); });
}

void RdmaTraffic::client(Thread& self) {
  RdmaEndpoint end(*plan_.local, self, options_);
  if (const int e = end.open(slots() * plan_.payload.size(), client_psn)) return fail({"rdma.setup", name_of(e), {}});
  for (std::uint64_t i = 0; i < slots() && operation_ != Operation::read; ++i) {
    end.space().store(slot(end.buffer(), i), plan_.payload.data(), plan_.payload.size());
  }
  self.waits_for("the exchange over TCP");
  Socket* socket = plan_.local->kernel().connect(self, plan_.peer->kernel().address(), port);
  if (!socket || !end.exchange(*socket, true)) return fail({"rdma.exchange", "ECONNREFUSED", {{"port", port}}});
  if (const int e = end.climb()) return fail({"rdma.modify_qp", name_of(e), {}});
  plan_.local->send_probe_frame(plan_.peer->mac_address(), plan_.probe_frame);
  self.waits_for("the other lanes at the start line");
  start_line().wait(self);

  self.waits_for("a completion");
  waiting_ends_.push_back(&end);
  while (completed_ < plan_.messages && !failure()) {
    if (posted_ < plan_.messages && posted_ - completed_ < plan_.inflight) {
      if (const int e = post(end, self, posted_++)) fail({"rdma.post", name_of(e), {{"state", end.qp()->state}}});
    } else if (const auto wc = end.wait()) {
      completed(end, self, *wc);
    }
  }
  waiting_ends_.clear();
  finish_line().wait(self);
  plan_.local->kernel().close(self, *socket);
}

int RdmaTraffic::post(RdmaEndpoint& end, Thread& self, std::uint64_t message) {
  ibv_sge sge{slot(end.buffer(), message), static_cast<std::uint32_t>(plan_.payload.size()), end.lkey()};
  ibv_send_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.message = MessageId{static_cast<std::uint32_t>(message)};
  wr.opcode = operation_ == Operation::write  ? IBV_WR_RDMA_WRITE
              : operation_ == Operation::read ? IBV_WR_RDMA_READ
                                              : IBV_WR_SEND;
  wr.wr.rdma = {slot(end.remote().address, message), end.remote().rkey};
  Tag tag = plan_.local->tag();
  tag.flow = FlowId{0};
  tag.message = wr.message;
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
  if (operation_ == Operation::read) inspect(end.space(), slot(end.buffer(), wc.wr_id));
  consider_finished();
}

void RdmaTraffic::watch_slots() {
  for (std::uint64_t i = 0; i < slots(); ++i) {
    const Va last = slot(peer_buffer_, i) + plan_.payload.size() - 1;
    plan_.peer->watch_memory(*peer_space_->translate(last), 1, [this, i] { landed(i); });
  }
}

void RdmaTraffic::landed(std::uint64_t slot_number) {
  if (delivered_ >= posted_) return;  // a scheme that begins a message again writes its octets again
  inspect(*peer_space_, slot(peer_buffer_, slot_number));
  consider_finished();
}

void RdmaTraffic::consider_finished() {
  if (completed_ == plan_.messages && delivered_ == plan_.messages) finish();
}

void RdmaTraffic::server(Thread& self) {
  RdmaOptions options = options_;  // the refusals of a lesson are the client's to meet
  options.registered = true;
  options.climb_to = "rts";
  RdmaEndpoint end(*plan_.peer, self, options);
  if (const int e = end.open(slots() * plan_.payload.size(), server_psn)) return fail({"rdma.setup", name_of(e), {}});
  peer_space_ = &end.space();
  peer_buffer_ = end.buffer();
  if (operation_ == Operation::write) watch_slots();
  for (std::uint64_t i = 0; i < slots() && operation_ == Operation::read; ++i) {
    end.space().store(slot(end.buffer(), i), plan_.payload.data(), plan_.payload.size());
  }
  Listener& listener = plan_.peer->kernel().listen(self, port);
  self.waits_for("a connection");
  Socket& socket = plan_.peer->kernel().accept(self, listener);
  if (!end.exchange(socket, false)) return fail({"rdma.exchange", "ECONNRESET", {}});
  if (operation_ == Operation::send) {
    for (std::uint64_t i = 0; i < slots(); ++i) post_receive(end, i);
  }
  start_line().arrive();
  self.waits_for(operation_ == Operation::send ? "a message" : "the end");
  if (operation_ == Operation::send) {
    waiting_ends_.push_back(&end);
    receive_all(end, self);
  }
  finish_line().wait(self);
  plan_.peer->kernel().close(self, socket);
}

int RdmaTraffic::post_receive(RdmaEndpoint& end, std::uint64_t message) {
  ibv_sge sge{slot(end.buffer(), message), static_cast<std::uint32_t>(plan_.payload.size()), end.lkey()};
  ibv_recv_wr wr;
  wr.wr_id = message;
  wr.sg_list = &sge;
  wr.num_sge = 1;
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(end.qp(), &wr, &bad);
}

void RdmaTraffic::receive_all(RdmaEndpoint& end, Thread& self) {
  for (std::uint64_t i = 0; i < plan_.messages && !failure(); ++i) {
    Tag tag = plan_.peer->tag();
    tag.flow = FlowId{0};
    tag.message = MessageId{static_cast<std::uint32_t>(i)};
    self.set_tag(tag);
    const auto next = end.wait();
    if (!next) return;
    const ibv_wc& wc = *next;
    if (wc.status != IBV_WC_SUCCESS) {
      return fail({"rdma.recv", std::string("IBV_WC_") + ibv_wc_status_str(wc.status), {{"wr_id", wc.wr_id}}});
    }
    plan_.peer->probe().moment(moment_received, tag, {{"bytes", wc.byte_len}});
    inspect(end.space(), slot(end.buffer(), wc.wr_id));
    if (i + slots() < plan_.messages) post_receive(end, i + slots());
    consider_finished();
  }
}

}  // namespace rocelab::host
