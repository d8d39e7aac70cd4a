#pragma once
#include "support/shell.h"

namespace rocelab::test {

/// The program that this build made, called in `folder` with stderr joined to stdout.
inline Ran run_rocelab(const std::string& arguments, const std::filesystem::path& folder) {
  return shell("'" ROCELAB_BUILD "/app/rocelab' " + arguments + " 2>&1", folder);
}

/// The same with stderr thrown away.
inline Ran rocelab_stdout(const std::string& arguments, const std::filesystem::path& folder) {
  return shell("'" ROCELAB_BUILD "/app/rocelab' " + arguments + " 2>/dev/null", folder);
}

}  // namespace rocelab::test
