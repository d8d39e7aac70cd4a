#include "transport/tcp/congestion/control.h"

#include "transport/tcp/congestion/cubic.h"
#include "transport/tcp/congestion/dctcp.h"
#include "transport/tcp/congestion/reno.h"

namespace rocelab::tcp {

std::vector<std::string_view> congestion_controls() { return {"cubic", "reno", "dctcp"}; }

std::unique_ptr<CongestionControl> make_congestion_control(std::string_view name, const Settings& settings) {
  if (name == "cubic") return std::make_unique<Cubic>(settings.jiffy);
  if (name == "reno") return std::make_unique<Reno>();
  if (name == "dctcp") return std::make_unique<Dctcp>();
  return nullptr;
}

}  // namespace rocelab::tcp
