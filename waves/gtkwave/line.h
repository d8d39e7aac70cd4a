#pragma once
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

}  // namespace rocelab::waves
