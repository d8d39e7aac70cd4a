#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelab::lessons {

/// Columns that a UTF-8 text takes on a terminal: two for an East Asian wide character, one for others.
std::size_t columns(std::string_view utf8);

/// Rows of cells as aligned text, two spaces between columns, no trailing spaces; each line ends in a newline.
/// Columns listed in `to_the_right` end together, the others begin together.
std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::set<std::size_t>& to_the_right = {});

}  // namespace rocelab::lessons
