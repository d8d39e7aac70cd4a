#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rocelab::scenarios {

/// How many cores a host of the lane has, and what runs where.
struct CoreSettings {
  std::optional<std::size_t> count;  // nothing: as many as there is something to run on
  std::size_t first_program = 0;     // the core of the first program; the others follow in the order of the flows
  std::vector<std::size_t> irq{0};   // where the interrupt of each receive queue goes, in turn

  /// Cores of a host with so many programs.
  std::size_t of(std::size_t programs) const;
  /// The core of a host's program by its number; `cores` it has.
  std::size_t of_program(std::size_t number, std::size_t cores) const { return (first_program + number) % cores; }
  /// What contradicts itself in a host with so many programs, as a sentence; empty if nothing does. `alone`: its
  /// programs poll, and each has to have its core.
  std::string objection(std::size_t programs, bool alone) const;
};

}  // namespace rocelab::scenarios
