#pragma once
#include <map>
#include <string>

#include "tlm/units.h"

namespace rocelab::waves {

struct Marker {
  Ps t;
  std::string brief;  // what happened
  std::string where;  // lane and host
};

/// By letter 'A'..'Z'.
using Markers = std::map<char, Marker>;

/// The part of the time axis that the window shows when it opens.
struct Axis {
  Ps begin;
  Ps end;
  double pixels;  // width of the wave pane

  double pixel_of(Ps t) const { return static_cast<double>(t - begin) * pixels / static_cast<double>(end - begin); }
};

/// What stands above each marker: its letter and, where its neighbours leave room, the words.
std::map<char, std::string> marker_labels(const Markers&, const Axis&);

}  // namespace rocelab::waves
