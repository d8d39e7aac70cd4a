#include "scenarios/result.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace rocelab::scenarios {

Ps CpuTime::total() const { return std::accumulate(by_book.begin(), by_book.end(), Ps{0}); }

double LaneResult::goodput_gbps() const {
  // bits per picosecond · 1000 = Gb/s
  return window > 0 && delivered ? static_cast<double>(payload_bytes) * 8'000.0 / static_cast<double>(window) : 0.0;
}

unsigned LaneResult::cpu_stages() const {
  std::set<std::string> ids;
  for (const StageSpan& s : stages) {
    if (s.unit == Unit::cpu) ids.insert(s.host + '/' + s.id);
  }
  return static_cast<unsigned>(ids.size());
}

std::string_view LaneResult::peer_cpu() const {
  const Ps user = peer.cpu.by_book[static_cast<std::size_t>(Book::user)];
  if (peer.cpu.total() == 0) return "none";
  return peer.cpu.total() == user ? "light" : "full";
}

const LaneResult& Result::lane(const std::string& name) const {
  const auto it = std::find_if(lanes.begin(), lanes.end(), [&](const auto& l) { return l.first == name; });
  if (it == lanes.end()) throw std::out_of_range("result has no lane named " + name);
  return it->second;
}

}  // namespace rocelab::scenarios
