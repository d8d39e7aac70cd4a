#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/apps/channel.h"

namespace rocelab::host {

/// What two programs do with the road between them, whichever road it is.
struct Application {
  /// How often, and how far one end may be ahead of the other.
  struct Rounds {
    std::uint64_t count = 1;
    std::uint64_t inflight = 1;
  };

  const char* name;  // value of the scenario key `application`
  bool answers;      // a round is a request and its answer
  bool apart;        // no message waits to travel with the next one (TCP_NODELAY)
  void (*client)(Channel&, const Rounds&);
  void (*server)(Channel&, const Rounds&);

  unsigned messages_a_round() const { return answers ? 2 : 1; }
  /// How a channel of this application numbers what goes and comes.
  Channel::Numbers numbers(bool client) const {
    if (!answers) return {};
    return client ? Channel::Numbers{2, 0, 1} : Channel::Numbers{2, 1, 0};
  }
};

const std::vector<Application>& applications();
/// By name; throws std::out_of_range if there is none.
const Application& application(const std::string& name);

}  // namespace rocelab::host
