#pragma once
#include <string_view>

#include "waves/rows/row.h"

/// Who works is seen by colour: CPU red, NIC and DMA green, wire and switch blue, application gray; the lesson is
/// violet.
namespace rocelab::waves {

/// GTKWave's number for the line of a row: 1 red … 7 violet.
int line_colour(const Row&);

/// X11 name of the box that shows `value` of a state row; black where the row rests.
std::string_view box_colour(const Row&, std::uint64_t value);

}  // namespace rocelab::waves
