#include "hw/rnic/rate_limit.h"

#include <vector>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::literals;

namespace {

/// Writes down what it is told.
struct Told {
  std::uint64_t window = UINT64_MAX;                       // what it allows
  std::vector<std::pair<std::uint32_t, Ps>> acknowledged;  // packets, round trip
};

class Listener : public congestion::RateControl {
 public:
  explicit Listener(Told& told) : told_(told) {}
  void acknowledged(std::uint32_t packets, Ps rtt, Ps) override { told_.acknowledged.emplace_back(packets, rtt); }
  double rate(Ps) override { return 100e9; }
  std::uint64_t window() const override { return told_.window; }

 private:
  Told& told_;
};

using Samples = std::vector<std::pair<std::uint32_t, Ps>>;

}  // namespace

TEST_CASE("a round trip runs from a request's departure to its acknowledgement and one request at a time") {
  Told told;
  rnic::RateLimit limit(std::make_unique<Listener>(told));
  for (std::uint32_t i = 0; i < 4; ++i) {
    limit.sent(1106, 1_us);  // its turn in the pipeline is no departure
    limit.departed(Psn(100 + i), false, 10_us + i * 1_us);
  }
  limit.acknowledged(Psn(99), 12_us);  // of what was sent before
  CHECK(told.acknowledged.empty());
  limit.acknowledged(Psn(101), 18_us);
  limit.acknowledged(Psn(102), 19_us);  // nothing that left since is followed
  CHECK(told.acknowledged == Samples{{2, 8_us}});
  limit.departed(Psn(104), false, 20_us);
  limit.acknowledged(Psn(104), 25_us);
  CHECK(told.acknowledged.back() == std::pair<std::uint32_t, Ps>{3, 5_us});
}

TEST_CASE("a packet sent again makes no round trip") {
  Told told;
  rnic::RateLimit limit(std::make_unique<Listener>(told));
  limit.departed(Psn(7), false, 10_us);
  limit.departed(Psn(7), true, 100_us);
  limit.acknowledged(Psn(7), 105_us);
  CHECK(told.acknowledged.empty());
  limit.departed(Psn(8), false, 200_us);
  limit.acknowledged(Psn(8), 206_us);
  CHECK(told.acknowledged == Samples{{2, 6_us}});
}

TEST_CASE("a window is shown as the rate that it lets through in a round trip") {
  Told told;
  rnic::RateLimit limit(std::make_unique<Listener>(told));
  CHECK(limit.mbps(0) == 100'000);
  told.window = 10'000;
  CHECK(limit.mbps(0) == 100'000);  // nothing is known of the round trip yet
  limit.departed(Psn(1), false, 0);
  limit.acknowledged(Psn(1), 8_us);
  CHECK(limit.mbps(9_us) == 10'000);
  told.window = UINT64_MAX;
  CHECK(limit.mbps(9_us) == 100'000);
}
