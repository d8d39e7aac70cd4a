#pragma once
#include <string>
#include <vector>

namespace rocelab::scenarios {

/// The known name with the smallest edit distance to `wrong`, or "" when none is near (more than half its letters off).
std::string nearest(const std::string& wrong, const std::vector<std::string>& known);

/// " (did you mean 'x'?)" or "".
std::string did_you_mean(const std::string& wrong, const std::vector<std::string>& known);

}  // namespace rocelab::scenarios
