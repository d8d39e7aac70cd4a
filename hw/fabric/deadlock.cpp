#include "hw/fabric/deadlock.h"

#include <algorithm>

namespace rocelab::fabric {
namespace {
enum State : std::uint8_t { unseen, open, closed };
}

/// The far switch has paused it and frames wait.
bool DeadlockDetector::held(const Trunk& t) const {
  const EgressPort& port = t.from->egress(t.port);
  return t.to->holds(t.to_port, priority_) && port.paused(priority_) && !port.queue(priority_).empty();
}

/// Frames that came over `a` wait for `b`.
bool DeadlockDetector::waits_for(const Trunk& a, const Trunk& b) const {
  return a.to == b.from && a.to->waits(a.to_port, b.port, priority_);
}

bool DeadlockDetector::search(std::size_t at, std::vector<std::uint8_t>& state, std::vector<std::size_t>& path) const {
  state[at] = open;
  path.push_back(at);
  for (std::size_t next = 0; next < trunks_.size(); ++next) {
    if (state[next] == closed || !held(trunks_[next]) || !waits_for(trunks_[at], trunks_[next])) continue;
    if (state[next] == open) {
      path.erase(path.begin(), std::find(path.begin(), path.end(), next));
      return true;
    }
    if (search(next, state, path)) return true;
  }
  state[at] = closed;
  path.pop_back();
  return false;
}

std::vector<const DeadlockDetector::Trunk*> DeadlockDetector::cycle() const {
  std::vector<std::uint8_t> state(trunks_.size(), unseen);
  for (std::size_t i = 0; i < trunks_.size(); ++i) {
    std::vector<std::size_t> path;
    if (state[i] != unseen || !held(trunks_[i]) || !search(i, state, path)) continue;
    std::vector<const Trunk*> found;
    for (const std::size_t t : path) found.push_back(&trunks_[t]);
    return found;
  }
  return {};
}

std::string DeadlockDetector::name(const std::vector<const Trunk*>& cycle) {
  const auto one = [](const Trunk& t) {
    const std::string& scope = t.from->name();
    return scope.substr(scope.rfind('.') + 1) + ".port" + std::to_string(t.port);
  };
  std::string text;
  for (const Trunk* t : cycle) text += one(*t) + " → ";
  return cycle.empty() ? "" : text + one(*cycle.front());
}

}  // namespace rocelab::fabric
