#include <algorithm>

#include "transport/congestion/rate_control.h"

namespace rocelab::congestion {
namespace {

/// No more in flight than the path holds: a queue can then grow by the number of senders and not by time.
class Window : public RateControl {
 public:
  Window(const Path& path, double paths_full)
      : line_(static_cast<double>(path.line.bits_per_s)),
        octets_(static_cast<std::uint64_t>(line_ / 8 * static_cast<double>(path.base_rtt) * 1e-12 * paths_full)) {}

  double rate(Ps) override { return line_; }
  std::uint64_t window() const override { return octets_; }

 private:
  double line_;
  std::uint64_t octets_;
};

}  // namespace

Control window() {
  return {"window",
          "no more unacknowledged than the path holds (BDP)",
          "Mittal et al., Revisiting Network Support for RDMA, SIGCOMM'18, section 3.2",
          {{"paths", "BDP", "how many bandwidth-delay products", 0.1, 1000}},
          {{"bdp", "SIGCOMM'18", {1}}},
          [](const Path& path, const std::vector<double>& v) -> std::unique_ptr<RateControl> {
            return std::make_unique<Window>(path, v[0]);
          }};
}

}  // namespace rocelab::congestion
