#pragma once
#include "host/apps/channel.h"
#include "host/apps/rdma_traffic.h"

namespace rocelab::host {

/// An end of RDMA traffic that goes both ways, with a slot for each round in flight and each direction: the first half
/// of the buffer goes out, the second comes in. Where no RECV tells a program that a message has come (WRITE) it looks
/// at the last octet of the slot.
class RdmaTraffic::Duplex : public Channel {
 public:
  Duplex(RdmaTraffic&, Computer&, Thread&, RdmaEndpoint&, bool client);

  /// Fills what goes and prepares for what comes. An errno value.
  int open();

  bool send(std::uint64_t round) override;
  void flush() override;
  std::optional<std::uint64_t> receive(std::uint64_t round) override;
  void note(const MomentKind&, std::uint64_t round) override;

 private:
  std::uint64_t size() const { return traffic_.plan_.payload.size(); }
  std::uint64_t offset_out(std::uint64_t round) const { return round % traffic_.slots() * size(); }
  std::uint64_t offset_in(std::uint64_t round) const { return traffic_.slots() * size() + offset_out(round); }

  int post_receive(std::uint64_t round);
  int post(std::uint64_t round);
  /// A completion of either kind. False when it is a failure.
  bool take(const verbs::ibv_wc&);
  bool await(std::uint64_t round);
  void refuse(int error);

  RdmaTraffic& traffic_;
  Computer& computer_;
  Thread& self_;
  RdmaEndpoint& end_;
  std::uint64_t posted_ = 0, completed_ = 0;
  std::uint64_t arrived_ = 0;  // messages, in order
  std::vector<std::shared_ptr<void>> watches_;
};

}  // namespace rocelab::host
