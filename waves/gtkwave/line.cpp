#include "waves/gtkwave/line.h"

namespace rocelab::waves {

std::size_t visible(const Lines& lines) {
  std::size_t count = 0;
  bool inside_closed = false;
  for (const Line& line : lines) {
    if (inside_closed) {
      inside_closed = line.kind != Line::Kind::end_group;
      continue;
    }
    inside_closed = line.kind == Line::Kind::closed_group;
    count += line.kind == Line::Kind::curve ? curve_height : 1;
  }
  return count;
}

}  // namespace rocelab::waves
