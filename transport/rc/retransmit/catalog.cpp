#include <algorithm>
#include <stdexcept>
#include <string>

#include "transport/rc/retransmit/scheme.h"

namespace rocelab::rc {

#include "rc_schemes.inc"  // made by CMake: one declaration and one list entry for every file in schemes/

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> all = every_scheme();
  return all;
}

const Scheme& scheme(std::string_view name) {
  std::string known;
  for (const Scheme& s : schemes()) {
    if (s.name == name) return s;
    known += (known.empty() ? "" : ", ") + std::string(s.name);
  }
  throw std::invalid_argument("no retransmission scheme named '" + std::string(name) + "' (" + known + ")");
}

SchemeValues scheme_values(const Scheme& s, const std::vector<std::pair<std::string, double>>& chosen) {
  SchemeValues values;
  for (const SchemeParameter& p : s.parameters) values.push_back(p.preset);
  for (const auto& [name, value] : chosen) {
    const auto p = std::find_if(s.parameters.begin(), s.parameters.end(), [&n = name](auto& q) { return q.name == n; });
    if (p == s.parameters.end())
      throw std::invalid_argument(std::string(s.name) + " has no parameter '" + name + "'");
    if (!(value >= p->lowest && value <= p->highest))
      throw std::invalid_argument(std::string(s.name) + "." + name + " is out of range");
    values[static_cast<std::size_t>(p - s.parameters.begin())] = value;
  }
  return values;
}

}  // namespace rocelab::rc
