#include "app/conformance/rc_bench.h"

#include <algorithm>

namespace rocelab::app::replay {

Bench::Bench() {
  rnic::Engine::Config config;
  config.profile = rnic::Profile::ideal();
  engine_ = std::make_unique<rnic::Engine>(timeline, probe_, pool, memory, static_cast<rnic::WirePort&>(*this), config);
  context_ = std::make_unique<verbs::Context>(*this);
}

void Bench::load(Va from, std::uint8_t* to, std::uint64_t bytes) { std::copy_n(memory.at(from, bytes), bytes, to); }

void Bench::store(Va to, const std::uint8_t* from, std::uint64_t bytes) {
  std::copy_n(from, bytes, memory.at(to, bytes));
}

void Bench::mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) {
  engine_->mmio_write(offset, data, bytes);
}

}  // namespace rocelab::app::replay
