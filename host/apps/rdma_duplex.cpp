#include "host/apps/rdma_duplex.h"

#include "host/apps/rdma_facts.h"
#include "host/apps/refused.h"

namespace rocelab::host {

using namespace verbs;

RdmaTraffic::Duplex::Duplex(RdmaTraffic& traffic, Computer& computer, Thread& self, RdmaEndpoint& end, bool client)
    : Channel(traffic.plan_.application->numbers(client)),
      traffic_(traffic),
      computer_(computer),
      self_(self),
      end_(end) {}

int RdmaTraffic::Duplex::open() {
  const auto& payload = traffic_.plan_.payload;
  for (std::uint64_t i = 0; i < traffic_.slots(); ++i) {
    end_.space().store(end_.buffer() + offset_out(i), payload.data(), payload.size());
    if (traffic_.operation_.two_sided()) continue;
    const Va last = end_.buffer() + offset_in(i) + size() - 1;
    watches_.push_back(computer_.watch_memory(*end_.space().translate(last), 1, [this] { ++arrived_; }));
    end_.watch(last, 1);
  }
  if (!traffic_.operation_.two_sided()) return 0;
  // RECVs stand before the other end can send: the QP takes them from INIT on.
  end_.in_state = [this](const std::string& state) {
    if (state != "init") return 0;
    for (std::uint64_t i = 0; i < traffic_.slots(); ++i) {
      if (const int e = post_receive(i)) return e;
    }
    return 0;
  };
  return 0;
}

int RdmaTraffic::Duplex::post_receive(std::uint64_t round) {
  ibv_sge sge{end_.buffer() + offset_in(round), static_cast<std::uint32_t>(size()), end_.memory().region()->lkey};
  ibv_recv_wr wr;
  wr.wr_id = incoming(round);
  wr.sg_list = &sge;
  wr.num_sge = traffic_.operation_.names_address() ? 0 : 1;
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(end_.qp(), &wr, &bad);
}

int RdmaTraffic::Duplex::post(std::uint64_t round) {
  const Tag tag = traffic_.tag(computer_, outgoing(round));
  self_.set_tag(tag);
  computer_.probe().moment(moment_posted, tag, {{"bytes", size()}});
  ibv_sge sge{end_.buffer() + offset_out(round), static_cast<std::uint32_t>(size()), end_.memory().region()->lkey};
  ibv_send_wr wr;
  wr.wr_id = outgoing(round);
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.send_flags = IBV_SEND_SIGNALED | (traffic_.options_.inline_data ? IBV_SEND_INLINE : 0u);
  wr.message = tag.message;
  wr.opcode = traffic_.operation_.opcode;
  wr.wr.rdma = {end_.remote().address + offset_in(round), end_.remote().rkey};
  ibv_send_wr* bad = nullptr;
  return ibv_post_send(end_.qp(), &wr, &bad);
}

void RdmaTraffic::Duplex::refuse(int error) { traffic_.fail(refused("rdma.post", error, end_.refusal())); }

bool RdmaTraffic::Duplex::send(std::uint64_t round) {
  while (posted_ - completed_ >= traffic_.plan_.inflight) {
    const auto wc = end_.wait();
    if (!wc || !take(*wc)) return false;
  }
  ++posted_;
  if (const int e = post(round)) refuse(e);
  return !traffic_.failure();
}

bool RdmaTraffic::Duplex::take(const ibv_wc& wc) {
  if (wc.status != IBV_WC_SUCCESS) {
    if (wc.status != IBV_WC_WR_FLUSH_ERR)
      traffic_.fail({"rdma.cqe", std::string("IBV_WC_") + ibv_wc_status_str(wc.status), {{"wr_id", wc.wr_id}}});
    return false;
  }
  Tag tag = self_.tag();
  tag.message = MessageId{static_cast<std::uint32_t>(wc.wr_id)};
  if (wc.opcode & IBV_WC_RECV) {
    ++arrived_;
    computer_.probe().moment(moment_received, tag, {{"bytes", wc.byte_len}});
  } else {
    ++completed_;
    computer_.probe().moment(moment_completed, tag, {{"status", wc.status}});
  }
  return true;
}

void RdmaTraffic::Duplex::flush() {
  while (completed_ < posted_) {
    const auto wc = end_.wait();
    if (!wc || !take(*wc)) return;
  }
}

bool RdmaTraffic::Duplex::await(std::uint64_t round) {
  if (traffic_.operation_.two_sided()) {
    while (arrived_ <= round) {
      const auto wc = end_.wait();
      if (!wc || !take(*wc)) return false;
    }
    return true;
  }
  while (arrived_ <= round) {
    if (!end_.spin()) return false;
    if (arrived_ > round) break;
    // It was the CQ: of a request that has failed no answer will come.
    if (const auto wc = end_.poll(); wc && !take(*wc)) return false;
  }
  // The octet that the NIC has just written comes from memory, as a CQE does.
  self_.spend(Book::user, computer_.kernel().costs().poll_hit);
  return true;
}

std::optional<std::uint64_t> RdmaTraffic::Duplex::receive(std::uint64_t round) {
  self_.set_tag(traffic_.tag(computer_, incoming(round)));
  if (traffic_.failure() || !await(round)) return std::nullopt;
  traffic_.inspect(end_.space(), end_.buffer() + offset_in(round));
  if (traffic_.operation_.two_sided() && round + traffic_.slots() < traffic_.plan_.messages) {
    if (const int e = post_receive(round + traffic_.slots())) refuse(e);
  }
  traffic_.consider_finished();
  return round;
}

void RdmaTraffic::Duplex::note(const MomentKind& moment, std::uint64_t round) {
  computer_.probe().moment(moment, traffic_.tag(computer_, outgoing(round)));
}

}  // namespace rocelab::host
