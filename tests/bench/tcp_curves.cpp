// tcp_curves [SEGMENTS]: what random loss leaves of a bulk flow, by congestion control and round trip, as the table of
// docs/tcp.md. `ninja tcp_curves && tests/tcp_curves`
#include <cstdio>
#include <cstdlib>

#include "transport/tcp/curve/curve.h"

using namespace rocelab;
using namespace rocelab::tcp::test;

namespace {

constexpr Ps us = 1'000'000, ms = 1'000'000'000;

/// A hundredth of it at p = 1 %, so that each point sees as many losses.
std::uint64_t segments(double loss, std::uint64_t most) {
  return static_cast<std::uint64_t>(static_cast<double>(most) * 1e-4 / loss);
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t most = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 20'000'000;
  std::printf("| round trip | p | Mathis | Reno | of Mathis | idle | CUBIC | of Reno | idle | ACKs a frame |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  struct {
    Ps time;
    const char* name;
  } const trips[]{{10 * us, "10 µs"}, {100 * us, "100 µs"}, {1 * ms, "1 ms"}, {20 * ms, "20 ms"}};
  for (const auto& trip : trips) {
    for (const double loss : {1e-4, 1e-3, 1e-2}) {
      CurveSetup setup;
      setup.round_trip = trip.time;
      setup.loss = loss;
      setup.segments = segments(loss, most);
      const CurvePoint reno = measure(setup);
      setup.congestion = "cubic";
      const CurvePoint cubic = measure(setup);
      std::printf("| %s | %g | %.1f | %.1f | %.2f | %.1f %% | %.1f | %.2f | %.1f %% | %.2f |\n", trip.name, loss,
                  mathis(loss), reno.window, reno.window / mathis(loss), 100 * reno.timer_idle, cubic.window,
                  cubic.window / reno.window, 100 * cubic.timer_idle, reno.acks);
      std::fflush(stdout);
    }
  }
}
