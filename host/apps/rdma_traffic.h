#pragma once
#include <algorithm>
#include <deque>
#include <unordered_map>

#include "host/apps/rdma_endpoint.h"
#include "host/apps/rdma_operation.h"
#include "host/apps/traffic.h"
#include "tlm/random.h"

namespace rocelab::host {

/// Messages over a reliable connection by any verb. A message lies in the slot of the buffers that was left longest
/// ago: message i in slot i mod inflight as long as they end in order, which one connection sees to. An atomic's
/// message is the eight octets that it adds or swaps in. Where answers come back each end has slots for what goes and
/// slots for what comes (rdma_duplex.h). Where there are more connections messages go over them in
/// turn, or over one drawn for each.
class RdmaTraffic : public Traffic {
 public:
  RdmaTraffic(TrafficPlan plan, const RdmaOperation& operation, const RdmaOptions& options)
      : Traffic(std::move(plan)), operation_(operation), options_(options), turn_(options.seed, "rdma.turn") {
    options_.message_bytes = static_cast<std::uint32_t>(plan_.payload.size());
  }

  std::string path() const override { return operation_.path; }
  std::size_t runners() const override { return 2; }
  std::pair<std::string, std::string> latency_moments() const override;
  const Stage* wire_stage() const override;

 private:
  std::uint16_t port() const { return static_cast<std::uint16_t>(18515 + plan_.flow); }

  void start_programs() override;
  void cancel() override;

  /// A program whose set-up failed: the other end and the other lanes must not wait for it.
  void give_up(Computer&, Thread&, Socket*, TrafficFailure);

  // rdma_client.cpp
  void client(Thread&);
  void fill(RdmaEndpoint&);
  class OneWay;
  class Duplex;

  bool send(RdmaEndpoint&, Thread&);
  void flush(RdmaEndpoint&, Thread&);
  bool await_completion(RdmaEndpoint&, Thread&);
  int connect_anew(RdmaEndpoint&, Thread&, Socket&);
  int post(RdmaEndpoint&, Thread&, std::uint64_t message);
  void leave_all_slots();
  std::uint64_t take_slot(std::uint64_t message);
  verbs::Qp* connection_for(RdmaEndpoint&, std::uint64_t message);
  void completed(RdmaEndpoint&, Thread&, const verbs::ibv_wc&);
  void take_result(RdmaEndpoint&, std::uint64_t place);

  // rdma_server.cpp
  void server(Thread&);
  void prepare(RdmaEndpoint&);
  int post_receives(RdmaEndpoint&);
  void be_late(Thread&);
  bool receive(RdmaEndpoint&, Thread&, std::uint64_t message);
  int post_receive(RdmaEndpoint&, std::uint64_t message);
  void received(RdmaEndpoint&, const verbs::ibv_wc&, std::uint64_t message);
  void watch_slots();
  void landed(std::uint64_t slot);

  void consider_finished();
  /// Octets of an end's buffer.
  std::uint64_t buffer_bytes() const { return slots() * plan_.payload.size() * (plan_.application->answers ? 2 : 1); }
  bool last(std::uint64_t message) const { return message + 1 == plan_.messages; }
  std::uint64_t slots() const { return std::min(plan_.inflight, plan_.messages); }
  Va slot(Va buffer, std::uint64_t message) const { return buffer + message % slots() * plan_.payload.size(); }

  const RdmaOperation& operation_;
  RdmaOptions options_;
  Random turn_;  // which connection a message takes
  AddressSpace* peer_space_ = nullptr;
  Va peer_buffer_ = 0;
  std::deque<std::uint64_t> free_slots_;                      // of the client
  std::unordered_map<std::uint64_t, std::uint64_t> slot_of_;  // of messages under way
  std::uint64_t posted_ = 0;
  std::uint64_t completed_ = 0;
  std::vector<RdmaEndpoint*> waiting_ends_;
  std::vector<std::shared_ptr<void>> watches_;
};

}  // namespace rocelab::host
