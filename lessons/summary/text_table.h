#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace rocelab::lessons {

/// Columns that a UTF-8 text takes on a terminal: two for an East Asian wide character, one for others.
std::size_t columns(std::string_view utf8);

/// `text` followed by spaces up to `width` columns.
std::string padded(const std::string& text, std::size_t width);

/// Rows of cells as aligned text, `gap` spaces between columns, no trailing spaces; each line ends in a newline.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t gap = 2);

}  // namespace rocelab::lessons
