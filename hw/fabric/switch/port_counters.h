#pragma once
#include <array>
#include <memory>
#include <string>

#include "tlm/probe.h"

namespace rocelab::fabric {

/// What a port counts by priority. Each is a counter of its own, "port.<port>.p<priority>.<what>", which comes into
/// being with the first count: a network of a thousand queues reports the dozen in which something happened.
class PortCounters {
 public:
  enum class What : std::uint8_t { dropped, marked, pauses_sent, pauses_received, watchdog };
  static constexpr std::string_view names[]{"dropped", "marked", "pauses_sent", "pauses_received", "watchdog"};

  PortCounters(Probe& probe, Tag tag, std::string port) : probe_(probe), tag_(tag), port_(std::move(port)) {}

  void count(What what, Priority p) {
    auto& owned = counters_[static_cast<std::size_t>(what)][p.value];
    if (!owned) owned = std::make_unique<Owned>(port_, p, names[static_cast<std::size_t>(what)]);
    probe_.count(owned->counter, tag_);
  }

 private:
  struct Owned {
    Owned(const std::string& port, Priority p, std::string_view what)
        : id("port." + port + ".p" + std::to_string(p.value) + "." + std::string(what)), counter{id} {}
    std::string id;
    Counter counter;
  };

  Probe& probe_;
  Tag tag_;
  std::string port_;
  std::array<std::array<std::unique_ptr<Owned>, 8>, std::size(names)> counters_;
};

}  // namespace rocelab::fabric
