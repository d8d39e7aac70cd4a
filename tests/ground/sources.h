#pragma once
#include <map>
#include <string>
#include <vector>

namespace rocelab::ground {

struct Source {
  std::string path;  // from the root of the repository
  std::string text;
};

/// Every C++ file of the rooms named, in order of its path.
std::vector<Source> sources_of(const std::map<std::string, int>& rooms);

}  // namespace rocelab::ground
