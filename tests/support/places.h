#pragma once
#include <string>

/// Where this checkout stands. Compiled in at one place, so that every other test compiles alike in every checkout and
/// a compiler cache can serve them all.
namespace rocelab::test {

std::string source_folder();
std::string build_folder();
std::string data_folder();  // tests/data

}  // namespace rocelab::test
