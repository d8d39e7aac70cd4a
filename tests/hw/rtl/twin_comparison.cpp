#include "hw/rtl/twin_comparison.h"

#include <deque>
#include <optional>

#include "hw/rtl/mr_check_model.h"
#include "hw/rtl/random_requests.h"

namespace rocelab::test {

TwinComparison compare_mr_check(std::uint64_t seed, std::uint64_t requests) {
  TwinComparison seen;
  RandomRequests random(seed);
  const protection::MrCheck rule;
  rtl::MrCheckModel circuit;
  // What the circuit must say after each of the next clocks; nothing where no request went in.
  std::deque<std::optional<protection::Fault>> due(rtl::MrCheckModel::latency - 1);
  for (std::uint64_t n = 0; n < requests;) {
    if (random.one_in(8)) {
      circuit.clock(nullptr, nullptr);
      due.emplace_back();
    } else {
      const RandomRequests::Pair p = random.next();
      circuit.clock(&p.request, &p.region);
      due.emplace_back(rule(p.request, p.region));
      ++seen.verdicts.at(static_cast<std::size_t>(*due.back()));
      ++n;
    }
    const auto expected = due.front();
    due.pop_front();
    const auto r = circuit.registers();
    if (r.valid != expected.has_value() || (expected && r.fault != *expected)) {
      seen.difference = "request " + std::to_string(n) + ": the class says " +
                        (expected ? std::to_string(static_cast<int>(*expected)) : "nothing") + ", the circuit " +
                        (r.valid ? std::to_string(static_cast<int>(r.fault)) : "nothing");
      return seen;
    }
  }
  return seen;
}

}  // namespace rocelab::test
