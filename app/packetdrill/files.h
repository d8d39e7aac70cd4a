#pragma once
#include <string>
#include <vector>

namespace rocelab::app::packetdrill {

/// Plays all of them, with a line for each that failed or was skipped and the sum at the end; the exit status. Throws
/// FileError for a file that cannot be read or is no script, before any is played. `tolerance` of times, in
/// microseconds, where a script sets none itself; empty: packetdrill's default of 4 ms. Throws FileError when it is no
/// number.
int run_files(const std::vector<std::string>& files, const std::string& tolerance = "");

}  // namespace rocelab::app::packetdrill
