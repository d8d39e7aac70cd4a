#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "waves/rows/row.h"

namespace rocelab::waves {

/// One line of the view.
struct Line {
  enum class Kind : std::uint8_t { comment, open_group, closed_group, end_group, row, curve };
  Kind kind;
  std::string text;       // of a comment or group; the alias of a row
  RowIndex row = no_row;  // of row and curve
};

using Lines = std::vector<Line>;

/// Rows that a curve takes.
inline constexpr std::size_t curve_height = 3;

/// Lines that take room in the window when it opens: of a closed group only its title. Groups nest two deep at most.
std::size_t visible(const Lines&);

}  // namespace rocelab::waves
