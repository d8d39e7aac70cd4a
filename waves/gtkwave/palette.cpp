#include "waves/gtkwave/palette.h"

namespace rocelab::waves {
namespace {

std::string_view unit_colour(Unit unit) {
  switch (unit) {
    case Unit::app:
      return "gray45";
    case Unit::cpu:
      return "firebrick";
    case Unit::dma:
      return "SeaGreen";
    case Unit::nic:
      return "DarkGreen";
    case Unit::wire:
      return "RoyalBlue";
    case Unit::switching:
      return "SteelBlue";
  }
  return "black";
}

/// Books of a core: the kernel's in shades of red to orange, so that a glance tells a copy from an interrupt.
std::string_view book_colour(std::string_view word) {
  static constexpr std::string_view colours[book_count]{"gray45",   "IndianRed",   "firebrick", "OrangeRed4",
                                                        "magenta4", "DarkOrange3", "VioletRed4"};
  for (std::size_t i = 0; i < book_count; ++i) {
    if (word == book_names[i]) return colours[i];
  }
  return {};
}

}  // namespace

int line_colour(const Row& row) {
  constexpr int red = 1, yellow = 3, green = 4, blue = 5, violet = 7;
  if (row.role == Row::Role::lesson) return violet;
  switch (row.unit) {
    case Unit::app:
      return yellow;
    case Unit::cpu:
      return red;
    case Unit::dma:
    case Unit::nic:
      return green;
    case Unit::wire:
    case Unit::switching:
      return blue;
  }
  return 0;
}

std::string_view box_colour(const Row& row, std::uint64_t value) {
  if (value == 0) return "black";
  if (row.role == Row::Role::lesson) return value % 2 ? "purple4" : "MediumPurple4";
  const std::string_view word = value < row.words.size() ? std::string_view(row.words[value]) : "";
  if (word.substr(0, 3) == "ERR") return "red";
  // What the kernel remembers (a timer that runs, a state) occupies no CPU: red boxes are counted.
  if (row.unit == Unit::cpu && row.role == Row::Role::signal && !row.is_core()) return "gray30";
  const std::string_view book = row.unit == Unit::cpu ? book_colour(word) : std::string_view{};
  return book.empty() ? unit_colour(row.unit) : book;
}

}  // namespace rocelab::waves
