#include <algorithm>
#include <stdexcept>
#include <string>

#include "transport/congestion/rate_control.h"

namespace rocelab::congestion {

#include "rate_controls.inc"  // made by CMake: one declaration and one list entry for every file in controls/

const std::vector<Control>& controls() {
  static const std::vector<Control> all = every_control();
  return all;
}

const Control& control(std::string_view name) {
  std::string known;
  for (const Control& c : controls()) {
    if (c.name == name) return c;
    known += (known.empty() ? "" : ", ") + std::string(c.name);
  }
  throw std::invalid_argument("no rate control named '" + std::string(name) + "' (" + known + ")");
}

std::vector<double> values_of(const Control& c, std::string_view set,
                              const std::vector<std::pair<std::string, double>>& chosen) {
  if (c.sets.empty()) return {};
  const auto s = set.empty()
                     ? c.sets.begin()
                     : std::find_if(c.sets.begin(), c.sets.end(), [&](const ParameterSet& p) { return p.name == set; });
  if (s == c.sets.end()) {
    throw std::invalid_argument(std::string(c.name) + " has no parameter set '" + std::string(set) + "'");
  }
  std::vector<double> values = s->values;
  for (const auto& [name, value] : chosen) {
    const auto p =
        std::find_if(c.parameters.begin(), c.parameters.end(), [&n = name](const Parameter& q) { return q.name == n; });
    if (p == c.parameters.end()) throw std::invalid_argument(std::string(c.name) + " has no parameter '" + name + "'");
    if (!(value >= p->lowest && value <= p->highest)) {
      throw std::invalid_argument(std::string(c.name) + "." + name + " is out of range");
    }
    values[static_cast<std::size_t>(p - c.parameters.begin())] = value;
  }
  return values;
}

}  // namespace rocelab::congestion
