#include "waves/gtkwave/save_file.h"

#include <fmt/format.h>

#include <cmath>

#include "waves/gtkwave/filters.h"
#include "waves/gtkwave/palette.h"

namespace rocelab::waves {
namespace {

// Trace flags of GTKWave's analyzer.h, as it prints them after an @.
constexpr const char* hex_filtered = "@2022";
constexpr const char* decimal = "@24";
constexpr const char* plain = "@28";  // one bit, event, string
constexpr const char* analog_step = "@88024";
constexpr const char* analog_room = "@20000";
constexpr const char* comment = "@200";
constexpr const char* open_begin = "@800200";
constexpr const char* open_end = "@1000200";
constexpr const char* closed_begin = "@c00200";
constexpr const char* closed_end = "@1401200";

/// GTKWave draws 2^-zoom units in 200 pixels. Rounded down so that nothing falls off the right edge.
double zoom_of(const Axis& axis) {
  const double zoom = -std::log2(static_cast<double>(axis.end - axis.begin) * 200 / axis.pixels);
  return std::floor(zoom * 1e4) / 1e4;
}

class SaveFile {
 public:
  SaveFile(const View& view, const Rows& rows, const std::function<std::string(RowIndex)>& filter_of)
      : view_(view), rows_(rows), filter_of_(filter_of) {}

  std::string text() {
    header();
    for (const Line& line : view_.lines) add(line);
    return std::move(text_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  void header() {
    put("[*] opens with: gtkwave {}", view_.save_file);
    put("[dumpfile] \"{}\"\n[savefile] \"{}\"", view_.dump_file, view_.save_file);
    put("[timestart] {}\n[size] {} {}\n[pos] -1 -1", view_.axis.begin, window_width, window_height);
    text_ += fmt::format("*{:.4f} -1", zoom_of(view_.axis));
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      const auto it = view_.markers.find(letter);
      text_ += fmt::format(" {}", it == view_.markers.end() ? -1 : it->second.t);
    }
    text_ += '\n';
    // The letter that says which marker is meant is glued to the label.
    for (const auto& [letter, label] : marker_labels(view_.markers, view_.axis))
      put("[markername] {}{}", letter, label);
    put("[sst_width] 0\n[signals_width] {}\n[sst_expanded] 0", signals_width);
  }

  void add(const Line& line) {
    switch (line.kind) {
      case Line::Kind::comment:
        return put("{}\n-{}", comment, line.text);
      case Line::Kind::open_group:
        open_groups_.push_back(open_end);
        return put("{}\n-{}", open_begin, line.text);
      case Line::Kind::closed_group:
        open_groups_.push_back(closed_end);
        return put("{}\n-{}", closed_begin, line.text);
      case Line::Kind::end_group:
        put("{}\n-{}", open_groups_.back(), line.text);
        return open_groups_.pop_back();
      case Line::Kind::curve:
        put("{}", analog_step);
        name(line);
        put("{}", analog_room);
        for (std::size_t i = 1; i < curve_height; ++i) put("-");
        return;
      case Line::Kind::row:
        return add_row(line);
    }
  }

  void add_row(const Line& line) {
    const Row& row = rows_[line.row];
    const bool state = row.kind == SignalDecl::Kind::state;
    const bool number = row.kind == SignalDecl::Kind::bits && row.width > 1;
    put("{}", state ? hex_filtered : number ? decimal : plain);
    if (state) put("^{} {}/{}", filter_number(line.row), Filters::folder, filter_of_(line.row));
    name(line);
  }

  void name(const Line& line) {
    put("[color] {}", line_colour(rows_[line.row]));
    put("+{{{}}} {}", line.text, rows_[line.row].reference());
  }

  /// GTKWave numbers the files in the order in which they are first named.
  std::size_t filter_number(RowIndex row) {
    const std::string file = filter_of_(row);
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      if (filters_[i] == file) return i + 1;
    }
    filters_.push_back(file);
    return filters_.size();
  }

  const View& view_;
  const Rows& rows_;
  const std::function<std::string(RowIndex)>& filter_of_;
  std::vector<const char*> open_groups_;
  std::vector<std::string> filters_;
  std::string text_;
};

}  // namespace

std::string save_file_text(const View& view, const Rows& rows, const std::function<std::string(RowIndex)>& filter_of) {
  return SaveFile(view, rows, filter_of).text();
}

}  // namespace rocelab::waves
