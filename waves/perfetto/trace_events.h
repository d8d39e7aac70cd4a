#pragma once
#include <filesystem>
#include <string_view>

#include "tlm/units.h"
#include "waves/output/output_file.h"
#include "waves/output/text_line.h"

namespace rocelab::waves {

/// Where an event stands: `process` is a host or a network, `track` one of its engines.
struct TrackId {
  std::uint32_t process;
  std::uint32_t track;
};

/// Writes the JSON array format of Chrome's trace events, which Perfetto reads, event by event. Times are microseconds
/// with six decimals.
class TraceEvents {
 public:
  explicit TraceEvents(const std::filesystem::path&);

  void name_process(std::uint32_t process, std::string_view name);
  /// Tracks of a process are sorted by their numbers.
  void name_track(TrackId, std::string_view name);

  /// Slices of one track must not overlap.
  void slice(TrackId, std::string_view name, Ps begin, Ps end);
  void instant(TrackId, std::string_view name, Ps t, std::string_view text);
  void counter(std::uint32_t process, std::string_view name, Ps t, std::uint64_t value);

  /// The file is complete.
  void end();

 private:
  /// The beginning of an event; `phase` as it stands in JSON.
  TextLine& start(std::string_view phase, std::uint32_t process);
  TextLine& start(std::string_view phase, TrackId);
  void write(const TextLine& event);

  OutputFile file_;
  TextLine line_;  // the event that is put together
  bool first_ = true;
};

}  // namespace rocelab::waves
