#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/apps/connection_info.h"
#include "host/apps/rdma_memory.h"
#include "host/apps/rdma_options.h"
#include "host/rdma_platform.h"
#include "host/verbs/cm/rdma_cma.h"
#include "host/verbs/verbs.h"

namespace rocelab::host {

/// One end of an RDMA connection, as a program of the course would write it: registered memory, a CQ, a QP that climbs
/// RESET → INIT → RTR → RTS, and the exchange over TCP in between; or connection management in place of both. Where
/// there are more queue pairs, all are made of the same memory and CQ, and one exchange sets up all of them; the first
/// one tells its story for all.
class RdmaEndpoint {
 public:
  RdmaEndpoint(Computer&, Thread&, const RdmaOptions&);

  /// Allocates and registers `bytes`, creates CQ and QPs (with connection management that comes later). An errno value;
  /// 0 when all is there.
  int open(std::uint64_t bytes, std::uint32_t first_psn);
  /// Sends this end's data over the socket and receives the other's; the client speaks first. The server climbs in
  /// between. An errno value: ECONNRESET when the other end has gone.
  int exchange(Socket&, bool client);
  /// Both ends take their QPs back to RESET and connect them again, from another PSN on. An errno value.
  int reconnect(Socket&, bool client);
  /// Brings the QP up as far as the options say. An errno value.
  int climb();

  // Connection management in their place (rdma_managed.cpp). An errno value each.
  int connect(const wire::Gid& server, std::uint16_t port);
  int listen(std::uint16_t port);
  int accept();
  /// The client breaks the connection off, the server waits for that.
  int disconnect(bool client);
  /// Why connect() was refused by the peer's program: reason, and versions of the programs' protocol.
  const std::map<std::string, std::uint64_t>& rejection() const { return rejection_; }

  /// Makes the mistakes that come after the exchange: memory taken back, QP reset. An errno value.
  int spoil();
  /// Waits until the first octets of a message stand in the buffer, then takes the memory back. An errno value.
  int take_back_in_flight();

  /// What to do in each state on the way up ("reset", "init", …); an errno value ends the climb.
  std::function<int(const std::string& state)> in_state = [](const std::string&) { return 0; };
  /// The rule by which the library refused the last call that it refused.
  const verbs::Refusal& refusal() const { return context_.refusal; }

  Va buffer() const { return memory_.buffer(); }
  RdmaMemory& memory() { return memory_; }
  AddressSpace& space() { return space_; }
  const ConnectionInfo& remote() const { return remote_; }
  std::uint32_t offered_rkey() const { return local_.rkey; }
  verbs::Qp* qp(std::size_t connection = 0) { return qps_[connection]; }
  /// Which queue pair of the other end this end's is connected with.
  std::uint32_t peer_of(std::uint32_t qpn) const;

  /// Waits for one completion, polling in user mode or asleep; nothing once the wait was cancelled.
  std::optional<verbs::ibv_wc> wait();
  /// One completion, if there is one.
  std::optional<verbs::ibv_wc> poll();
  /// Looks at memory until a device writes to where it was told to watch, or to the CQ. False once it was cancelled.
  bool spin();
  void watch(Va start, std::uint64_t bytes) { platform_.watch_ring(start, bytes); }
  void cancel();

 private:
  verbs::ibv_qp_init_attr queue_pair() const;
  verbs::LabOptions lab_options() const;
  void offer(std::uint32_t first_psn);
  int bind_window();
  void sleep();
  int take_back();
  int climb(std::size_t connection);
  int move_to(std::size_t connection, verbs::ibv_qp_state, verbs::ibv_qp_attr, unsigned mask);

  Computer& host_;
  Thread& program_;
  RdmaOptions options_;
  AddressSpace& space_;
  RdmaPlatform platform_;
  verbs::Context context_;
  ConnectionInfo local_, remote_;
  RdmaMemory memory_;
  verbs::Pd* pd_ = nullptr;
  verbs::Channel* channel_ = nullptr;
  verbs::Cq* cq_ = nullptr;
  std::vector<verbs::Qp*> qps_;
  std::vector<std::uint32_t> remote_qpns_;  // as the exchange told them

  // rdma_managed.cpp
  std::optional<verbs::rdma_cm_event> next_event();
  int create_managed_qp(verbs::rdma_cm_id*);
  verbs::rdma_conn_param parameters(std::array<std::uint8_t, 16>& offer) const;
  verbs::rdma_event_channel* events_ = nullptr;
  verbs::rdma_cm_id* id_ = nullptr;
  verbs::rdma_cm_id* listening_ = nullptr;
  std::map<std::string, std::uint64_t> rejection_;
  bool cancelled_ = false;
};

}  // namespace rocelab::host
