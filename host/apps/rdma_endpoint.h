#pragma once
#include <optional>

#include "host/apps/connection_info.h"
#include "host/apps/mistake.h"
#include "host/rdma_platform.h"
#include "host/verbs/verbs.h"

namespace rocelab::host {

/// How an end of an RDMA connection is set up.
struct RdmaOptions {
  std::string scheme = "go_back_n";
  std::uint32_t mtu = 1024;
  std::uint8_t timeout = 14, retry_cnt = 7, rnr_retry = 7, min_rnr_timer = 12;
  bool registered = true;
  std::string climb_to = "rts";  // reset, init, rtr, rts: how far the QP is brought
  bool lossless = false;
  Priority priority{};             // class of its frames at its own port
  std::uint8_t traffic_class = 0;  // DSCP and ECN of its packets
  FlowId flow = no_flow;
  bool inline_data = false;      // the payload travels in the WQE
  bool window = false;           // offers its buffer through a memory window instead of the region's own rkey
  std::string mistake = "none";  // a name of host/apps/mistake.h
  Mistake::What wrong = Mistake::What::none;  // what of it this end makes
  std::uint32_t depth = 64;                   // work requests a queue holds
};

/// One end of an RDMA connection, as a program of the course would write it: registered memory, a CQ, a QP that climbs
/// RESET → INIT → RTR → RTS, and the exchange over TCP in between.
class RdmaEndpoint {
 public:
  RdmaEndpoint(Computer&, Thread&, const RdmaOptions&);

  /// Allocates and registers `bytes`, creates CQ and QP. An errno value; 0 when all is there.
  int open(std::uint64_t bytes, std::uint32_t first_psn);
  /// Sends this end's data over the socket and receives the other's; the client speaks first.
  bool exchange(Socket&, bool client);
  /// Brings the QP up as far as the options say. An errno value.
  int climb();
  /// Makes the mistakes that come after the exchange: memory taken back, QP reset. An errno value.
  int spoil();

  Va buffer() const { return buffer_; }
  AddressSpace& space() { return space_; }
  const ConnectionInfo& remote() const { return remote_; }
  std::uint32_t offered_rkey() const { return local_.rkey; }
  verbs::Qp* qp() { return qp_; }
  /// 0 when the memory is not registered: a key that no region has.
  std::uint32_t lkey() const { return mr_ ? mr_->lkey : 0; }

  /// Waits for one completion, polling in user mode; nothing once the wait was cancelled.
  std::optional<verbs::ibv_wc> wait();
  void cancel();

 private:
  int bind_window();
  int move_to(verbs::ibv_qp_state, verbs::ibv_qp_attr, unsigned mask);

  Computer& host_;
  Thread& program_;
  RdmaOptions options_;
  AddressSpace& space_;
  RdmaPlatform platform_;
  verbs::Context context_;
  ConnectionInfo local_, remote_;
  Va buffer_ = 0;
  verbs::Pd* pd_ = nullptr;
  verbs::Mr* mr_ = nullptr;
  verbs::Cq* cq_ = nullptr;
  verbs::Qp* qp_ = nullptr;
  bool cancelled_ = false;
};

}  // namespace rocelab::host
