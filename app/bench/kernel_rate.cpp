#include "app/bench/kernel_rate.h"

#include <ctime>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

namespace rocelab::app {
namespace {

constexpr unsigned modules = 8;
constexpr unsigned notifications_each = 250'000;

struct Ticker : sc_core::sc_module {
  Ticker(sc_core::sc_module_name name, sc_core::sc_time period) : sc_module(name), period_(period) {
    SC_HAS_PROCESS(Ticker);
    SC_METHOD(tick);
    sensitive << event_;
  }

  void tick() {
    if (left_-- > 0) event_.notify(period_);
  }

  sc_core::sc_event event_;
  const sc_core::sc_time period_;
  unsigned left_ = notifications_each;
};

}  // namespace

double kernel_events_per_cpu_s() {
  std::vector<std::unique_ptr<Ticker>> tickers;
  for (unsigned i = 0; i < modules; ++i) {
    // Periods without a common divisor, so that the kernel sorts as it does in a model.
    const sc_core::sc_time period(1000 + 7 * i, sc_core::SC_PS);
    tickers.push_back(std::make_unique<Ticker>(("ticker" + std::to_string(i)).c_str(), period));
  }
  const std::clock_t begin = std::clock();
  sc_core::sc_start();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return modules * static_cast<double>(notifications_each) / seconds;
}

}  // namespace rocelab::app
