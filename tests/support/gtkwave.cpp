#include "support/gtkwave.h"

#include <cstdio>
#include <sstream>

#include "support/shell.h"

namespace rocelab::test {
namespace {

constexpr const char* questions = R"(
foreach s [gtkwave::getDisplayedSignals] { puts "ROW $s" }
foreach m {A B C D E F G H I J K L M N O P Q R S T U V W X Y Z} { puts "MARKER $m [gtkwave::getNamedMarker $m]" }
flush stdout
gtkwave::/File/Quit
)";

std::string complaints(const std::string& said) {
  std::string left;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const auto greets = [&](const char* words) { return line.find(words) != std::string::npos; };
    if (line.empty() || greets("GTKWave Analyzer") || greets("] start time.") || greets("] end time.")) continue;
    const bool loads = line.rfind("FSTLOAD | ", 0) == 0 && line.find("rror") == std::string::npos;
    if (!loads && !greets("Executing Tcl script")) left += line + "\n";
  }
  return left;
}

}  // namespace

WaveRows rows_asked_for(const std::filesystem::path& save_file) {
  WaveRows rows;
  std::istringstream lines(text_of(save_file));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || std::string("[*@-^#").find(line[0]) != std::string::npos) continue;
    rows.insert(line[0] == '+' ? line.substr(line.find("} ") + 2) : line);
  }
  return rows;
}

ShownByGtkwave shown_by_gtkwave(const std::filesystem::path& save_file, const std::filesystem::path& from) {
  const Scratch scratch;
  scratch.put("ask.tcl", questions);
  const auto errors = scratch.path() / "err.txt";
  const Ran ran = shell("xvfb-run -a -s '-screen 0 1700x1100x24' gtkwave -S '" + (scratch.path() / "ask.tcl").string() +
                            "' '" + save_file.string() + "' 2>'" + errors.string() + "'",
                        from);
  ShownByGtkwave shown;
  shown.errors = complaints(text_of(errors));
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("ROW ", 0) == 0) shown.rows.insert(line.substr(4));
    if (line.rfind("MARKER ", 0) == 0 && line.find("-1") == std::string::npos) shown.markers.insert(line.substr(7));
  }
  return shown;
}

bool gtkwave_is_installed() {
  if (shell("command -v gtkwave xvfb-run >/dev/null").status == 0) return true;
  std::fprintf(stderr, "gtkwave or xvfb-run is not installed: the view was not opened\n");
  return false;
}

}  // namespace rocelab::test
