#include "scenarios/config/core_settings.h"

#include <algorithm>

namespace rocelab::scenarios {

std::size_t CoreSettings::of(std::size_t programs) const {
  if (count) return *count;
  const std::size_t interrupted = *std::max_element(irq.begin(), irq.end()) + 1;
  return std::max(first_program + std::max<std::size_t>(programs, 1), interrupted);
}

std::string CoreSettings::objection(std::size_t programs, bool alone) const {
  if (irq.empty()) return "nic.irq_cores names no core";
  if (!count) return "";
  const std::string cores = std::to_string(*count), last = std::to_string(*count - 1);
  for (const std::size_t core : irq)
    if (core >= *count)
      return "host.cores is " + cores + ": nic.irq_cores has a core " + std::to_string(core) + ", the last is " + last;
  if (first_program >= *count)
    return "host.cores is " + cores + ": host.program_core is " + std::to_string(first_program) + ", the last is " +
           last;
  if (alone && programs > *count)
    return "host.cores is " + cores + ": " + std::to_string(programs) +
           " programs poll on a host, and each needs a core of its own";
  return "";
}

}  // namespace rocelab::scenarios
