#include "host/cpu/neighbour.h"

namespace rocelab::host {

void Neighbour::start() {
  if (config_.share <= 0 || running_) return;
  running_ = true;
  turn();
}

void Neighbour::turn() {
  if (!running_) return;
  Tag nobody;
  nobody.host = config_.host;
  core_.run({Context::neighbour, Book::scheduling, config_.context_switch, nobody}, {});
  core_.run({Context::neighbour, Book::user, config_.slice, nobody}, [this] {
    const Ps rest = static_cast<Ps>(static_cast<double>(config_.slice) * (1 / config_.share - 1));
    core_.timeline().after(rest, [this] { turn(); });
  });
}

}  // namespace rocelab::host
