#include "transport/congestion/rate_control.h"

namespace rocelab::congestion {

Control none() {
  return {"none", "sends as fast as the line takes it",
          "",     {},
          {},     [](const Path&, const std::vector<double>&) {
            return std::unique_ptr<RateControl>(); }};
}

}  // namespace rocelab::congestion
