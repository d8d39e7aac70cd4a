#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tlm/random.h"
#include "transport/tcp/pipe.h"

namespace rocelab::tcp::property {

inline constexpr Ps us = 1'000'000, ms = 1'000'000'000, s = 1'000'000'000'000;

/// How an application leaves.
enum class Leaving : std::uint8_t { shutdown, close, abort };

/// What one end and its application do.
struct EndPlan {
  Settings settings;
  test::Pipe::Path path;  // of what it sends
  double marks = 0;       // chance of CE on an ECN-capable frame
  double stale = 0;       // chance that a frame comes again seconds later
  std::uint32_t max_payload = 1448;
  Ps read_after = 0;
  bool reads_at_once = false;
  Ps holds_until = 0;  // the application reads nothing before
  struct Write {
    Ps at;
    std::uint64_t bytes;
  };
  std::vector<Write> writes;
  Leaving leaving = Leaving::shutdown;
  Ps leaves_at = 6 * s;
};

/// One conversation.
struct Plan {
  EndPlan a, b;
  bool both_open = false;    // simultaneous open: both connect, nobody listens
  std::optional<Ps> cut_at;  // from then on nothing comes through
  /// Does the path lose so little that no retry runs out?
  bool gentle() const { return !cut_at && a.path.loss < 0.05 && b.path.loss < 0.05; }
};

Plan draw(std::uint64_t seed);
/// Plays the conversation of a seed; says what went wrong, or nothing.
std::string play(std::uint64_t seed);

}  // namespace rocelab::tcp::property
