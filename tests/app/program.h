#pragma once
#include "support/places.h"
#include "support/shell.h"

namespace rocelab::test {

/// The program that this build made, called in `folder` with stderr joined to stdout.
inline Ran run_rocelab(const std::string& arguments, const std::filesystem::path& folder) {
  return shell("'" + rocelab::test::build_folder() + "/app/rocelab' " + arguments + " 2>&1", folder);
}

/// The same with stderr thrown away.
inline Ran rocelab_stdout(const std::string& arguments, const std::filesystem::path& folder) {
  return shell("'" + rocelab::test::build_folder() + "/app/rocelab' " + arguments + " 2>/dev/null", folder);
}

}  // namespace rocelab::test
