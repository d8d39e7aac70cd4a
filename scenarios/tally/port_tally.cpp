#include "scenarios/tally/port_tally.h"

#include <algorithm>

namespace rocelab::scenarios {
namespace {

const std::string counter_prefix = "port.";

/// "rdma.network.sw0.port1" → "sw0.port1", "rdma.local.port0" → "local.port0"
std::string within_lane(const std::string& scope) {
  const std::string name = scope.substr(scope.find('.') + 1);
  const std::string network = "network.";
  return name.rfind(network, 0) == 0 ? name.substr(network.size()) : name;
}

PortFigures& row_of(std::vector<PortFigures>& ports, const std::string& name) {
  const auto it = std::find_if(ports.begin(), ports.end(), [&](const PortFigures& p) { return p.port == name; });
  if (it != ports.end()) return *it;
  ports.push_back({name, 0, {}});
  return ports.back();
}

}  // namespace

int PortTally::index_of(const std::string& lane) const {
  const auto it = std::find(lanes_.begin(), lanes_.end(), lane);
  return it == lanes_.end() ? -1 : static_cast<int>(it - lanes_.begin());
}

void PortTally::declare(SignalId id, const SignalDecl& decl) {
  if (decl.name != "queue_bytes") return;
  const std::string lane = decl.scope.substr(0, decl.scope.find('.'));
  if (index_of(lane) < 0) lanes_.push_back(lane);
  if (row_of_.size() <= id.value) row_of_.resize(id.value + 1, no_row);
  row_of_[id.value] = static_cast<std::uint32_t>(rows_.size());
  rows_.push_back({index_of(lane), within_lane(decl.scope)});
}

void PortTally::open(const std::string& lane) {
  const int index = index_of(lane);
  for (Row& row : rows_) {
    if (row.lane == index) row.deepest = row.last;
  }
}

void PortTally::fill(const std::string& lane, LaneResult& r) const {
  const int index = index_of(lane);
  for (const Row& row : rows_) {
    if (index >= 0 && row.lane == index && row.deepest > 0) row_of(r.ports, row.port).queue_bytes_max = row.deepest;
  }
  // "port.sw0.port1.p3.marked"
  for (auto it = r.counters.lower_bound(counter_prefix); it != r.counters.end();) {
    if (it->first.rfind(counter_prefix, 0) != 0) break;
    const std::string& id = it->first;
    const auto what = id.rfind('.');
    const auto priority = id.rfind('.', what - 1);
    const std::string port = id.substr(counter_prefix.size(), priority - counter_prefix.size());
    row_of(r.ports, port).by_priority[id.substr(priority + 1, what - priority - 1)][id.substr(what + 1)] = it->second;
    it = r.counters.erase(it);
  }
  std::sort(r.ports.begin(), r.ports.end(), [](const auto& a, const auto& b) { return a.port < b.port; });
}

}  // namespace rocelab::scenarios
