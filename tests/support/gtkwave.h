#pragma once
#include <filesystem>
#include <set>
#include <string>

namespace rocelab::test {

/// Rows by the names of the waveform: one may stand in a view more than once.
using WaveRows = std::multiset<std::string>;

/// The rows that a save file asks for.
WaveRows rows_asked_for(const std::filesystem::path& save_file);

struct ShownByGtkwave {
  WaveRows rows;
  std::set<std::string> markers;  // "A 7000000"
  std::string errors;             // what it says beside its greeting
};

/// Opens a save file in GTKWave under a display of its own, with `from` as working folder, and asks what it shows.
ShownByGtkwave shown_by_gtkwave(const std::filesystem::path& save_file, const std::filesystem::path& from);

/// False, with a warning for the test's log, where GTKWave or a display for it is not installed.
bool gtkwave_is_installed();

}  // namespace rocelab::test
