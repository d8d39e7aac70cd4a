#include "host/apps/rdma_traffic.h"

#include "host/apps/rdma_facts.h"

namespace rocelab::host {

std::pair<std::string, std::string> RdmaTraffic::latency_moments() const {
  switch (operation_.arrival) {
    case RdmaOperation::Arrival::memory:
      return {"rdma.posted", "rdma.payload_written"};
    case RdmaOperation::Arrival::receive:
      return {"rdma.posted", "rdma.received"};
    case RdmaOperation::Arrival::completion:
      return {"rdma.posted", "rdma.completed"};
  }
  return {};
}

const Stage* RdmaTraffic::wire_stage() const { return &stage_rdma_wire; }

void RdmaTraffic::start_programs() {
  options_.flow = FlowId{plan_.flow};
  plan_.peer->start(program_name("server"), plan_.peer_core, [this](Thread& p) { server(p); });
  plan_.local->start(program_name("client"), plan_.local_core, [this](Thread& p) { client(p); });
}

void RdmaTraffic::give_up(Computer& computer, Thread& self, Socket* socket, TrafficFailure failure) {
  if (socket) computer.kernel().close(self, *socket);
  start_line().wait(self);
  fail(std::move(failure));
}

void RdmaTraffic::cancel() {
  for (RdmaEndpoint* end : waiting_ends_) end->cancel();
}

/// The answer is a client's completion; of a one-way message that is the CQE.
void RdmaTraffic::consider_finished() {
  if (delivered_ == expected_messages() && (completed_ == plan_.messages || plan_.application->answers)) finish();
}

}  // namespace rocelab::host
