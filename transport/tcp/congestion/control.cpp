#include "transport/tcp/congestion/control.h"

#include "transport/tcp/congestion/reno.h"

namespace rocelab::tcp {

std::vector<std::string_view> congestion_controls() { return {"reno"}; }

std::unique_ptr<CongestionControl> make_congestion_control(std::string_view name) {
  if (name == "reno") return std::make_unique<Reno>();
  return nullptr;
}

}  // namespace rocelab::tcp
