#pragma once
#include <functional>
#include <string>

#include "waves/gtkwave/line.h"
#include "waves/gtkwave/markers.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// Geometry of the window that GTKWave 3.3 opens, and what it leaves for the waves (measured).
inline constexpr int window_width = 1600, window_height = 1000, signals_width = 420;
inline constexpr double wave_pixels = 1116;

struct View {
  std::string dump_file;  // beside the save file
  std::string save_file;
  Axis axis;
  Markers markers;
  Lines lines;
};

/// The text of a .gtkw file; all paths in it are relative, so the folder may be moved. `filter_of` names the file in
/// filters/ that translates a state row.
std::string save_file_text(const View&, const Rows&, const std::function<std::string(RowIndex)>& filter_of);

}  // namespace rocelab::waves
