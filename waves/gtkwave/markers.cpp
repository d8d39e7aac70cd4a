#include "waves/gtkwave/markers.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace rocelab::waves {
namespace {
/// A label's letters are this wide, and it stands centred above its line.
constexpr double letter_pixels = 6;
constexpr double gap_pixels = 8;

double half_width(const std::string& label) { return static_cast<double>(label.size()) * letter_pixels / 2; }
}  // namespace

std::map<char, std::string> marker_labels(const Markers& markers, const Axis& axis) {
  std::vector<std::pair<double, char>> order;
  for (const auto& [letter, marker] : markers) order.emplace_back(axis.pixel_of(marker.t), letter);
  std::sort(order.begin(), order.end());

  std::map<char, std::string> labels;
  double taken = 0;  // to the left of this the axis is written on
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto [x, letter] = order[i];
    const double next = i + 1 < order.size() ? order[i + 1].first : std::numeric_limits<double>::max();
    std::string label = std::string(1, letter) + " " + markers.at(letter).brief;
    const double half = half_width(label);
    const bool fits = x - half >= taken && x + half + gap_pixels <= std::min(next, axis.pixels);
    if (!fits) label = letter;
    taken = x + half_width(label) + gap_pixels;
    labels[letter] = label;
  }
  return labels;
}

}  // namespace rocelab::waves
