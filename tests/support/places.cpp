#include "support/places.h"

namespace rocelab::test {

std::string source_folder() { return ROCELAB_SOURCE; }
std::string build_folder() { return ROCELAB_BUILD; }
std::string data_folder() { return source_folder() + "/tests/data"; }

}  // namespace rocelab::test
