#pragma once
#include <string>
#include <variant>
#include <vector>

#include "host/os/costs.h"

namespace rocelab::host {

/// One cost: its name in profiles and as the key kernel.<name>, its unit there, and where it stands.
struct CostParameter {
  using Member = std::variant<std::uint32_t KernelCosts::*, std::uint64_t KernelCosts::*, Ps KernelCosts::*,
                              Rate KernelCosts::*, double KernelCosts::*>;

  std::string_view name;
  std::string_view unit;  // cycles, cycles_per_byte, packets, ghz, gbytes (a second), ns
  Member member;

  bool is_time() const { return std::holds_alternative<Ps KernelCosts::*>(member); }
  /// `value` in the parameter's unit.
  void set(KernelCosts&, double value) const;
  double get(const KernelCosts&) const;
};

const std::vector<CostParameter>& cost_parameters();
const std::vector<std::string>& cost_profiles();

}  // namespace rocelab::host
