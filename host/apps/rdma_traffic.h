#pragma once
#include <algorithm>
#include "host/apps/rdma_endpoint.h"

#include "host/apps/traffic.h"

namespace rocelab::host {

/// Messages over a reliable connection by WRITE, READ or SEND. Message i lies in slot i mod inflight of the buffers.
class RdmaTraffic : public Traffic {
 public:
  enum class Operation { write, read, send };

  RdmaTraffic(TrafficPlan plan, Operation operation, const RdmaOptions& options)
      : Traffic(std::move(plan)), operation_(operation), options_(options) {}

  std::string path() const override;
  std::size_t runners() const override { return 2; }
  std::pair<std::string, std::string> latency_moments() const override;
  const Stage* wire_stage() const override;

 private:
  static constexpr std::uint16_t port = 18515;

  void start_programs() override;
  void cancel() override {
    for (RdmaEndpoint* end : waiting_ends_) end->cancel();
  }
  void client(Thread&);
  void server(Thread&);
  int post(RdmaEndpoint&, Thread&, std::uint64_t message);
  void completed(RdmaEndpoint&, Thread&, const verbs::ibv_wc&);
  void receive_all(RdmaEndpoint&, Thread&);
  int post_receive(RdmaEndpoint&, std::uint64_t message);
  /// One-sided: the peer's program never knows that a message has come, so the experimenter watches the last octet of
  /// each slot. An ACK, and so the sender's CQE, may be earlier than the last DMA write: it promises delivery, not
  /// visibility.
  void watch_slots();
  void landed(std::uint64_t slot);
  void consider_finished();
  std::uint64_t slots() const { return std::min(plan_.inflight, plan_.messages); }
  Va slot(Va buffer, std::uint64_t message) const { return buffer + message % slots() * plan_.payload.size(); }

  Operation operation_;
  RdmaOptions options_;
  AddressSpace* peer_space_ = nullptr;
  Va peer_buffer_ = 0;
  std::uint64_t posted_ = 0;
  std::uint64_t completed_ = 0;
  std::vector<RdmaEndpoint*> waiting_ends_;
};

}  // namespace rocelab::host
