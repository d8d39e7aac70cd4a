#pragma once
#include "host/apps/channel.h"
#include "host/apps/rdma_traffic.h"

namespace rocelab::host {

/// An end of RDMA traffic that goes one way: the client posts, and the server receives where the operation tells it of
/// anything.
class RdmaTraffic::OneWay : public Channel {
 public:
  OneWay(RdmaTraffic& traffic, Thread& self, RdmaEndpoint& end)
      : Channel(traffic.plan_.application->numbers(true)), traffic_(traffic), self_(self), end_(end) {}

  bool send(std::uint64_t) override { return traffic_.send(end_, self_); }
  void flush() override { traffic_.flush(end_, self_); }
  std::optional<std::uint64_t> receive(std::uint64_t round) override {
    return traffic_.receive(end_, self_, round) ? std::optional(round) : std::nullopt;
  }
  bool hears() const override { return traffic_.operation_.two_sided(); }
  void note(const MomentKind& moment, std::uint64_t round) override {
    traffic_.plan_.local->probe().moment(moment, traffic_.tag(*traffic_.plan_.local, round));
  }

 private:
  RdmaTraffic& traffic_;
  Thread& self_;
  RdmaEndpoint& end_;
};

}  // namespace rocelab::host
