#pragma once
#include <string>
#include <vector>

namespace rocelab::app::packetdrill {

/// Plays all of them, with a line for each that failed or was skipped and the sum at the end; the exit status. Throws
/// FileError for a file that cannot be read or is no script, before any is played.
int run_files(const std::vector<std::string>& files);

}  // namespace rocelab::app::packetdrill
