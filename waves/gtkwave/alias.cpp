#include "waves/gtkwave/alias.h"

#include <algorithm>

#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {

std::string stage_alias(const Row& row) {
  const std::string step = row.stage_id.substr(row.stage_id.find('.') + 1);
  const bool numbered = step.find_first_not_of("0123456789") == std::string::npos;
  return numbered ? step + " " + spaced(row.words[1]) : spaced(step);
}

/// What of the scope is not lane and host, then the name; a switch has no host, and its name says what it is.
std::string signal_alias(const Row& row, const std::string& lane, const std::string& host) {
  std::string text = row.path();
  for (const std::string& part : {lane, host.empty() ? std::string("network") : host}) {
    if (!part.empty() && text.rfind(part + ".", 0) == 0) text.erase(0, part.size() + 1);
  }
  std::replace(text.begin(), text.end(), '.', ' ');
  return text;
}

}  // namespace

std::string alias_of(const Row& row, const Roster& roster) {
  const std::string lane = row.lane == no_lane ? "" : roster[row.lane].name;
  const std::string host = row.host == no_host ? "" : roster[row.host].name;
  switch (row.role) {
    case Row::Role::lesson:
    case Row::Role::words:
      return lane + " lesson";
    case Row::Role::stage:
      if (row.stage_id.find('.') == std::string::npos) return lane + " " + row.stage_id;
      return stage_alias(row) + "  @" + (host.empty() ? "network" : host);
    case Row::Role::frame:
      return lane + " " + signal_alias(row, lane, host) + "  @" + host;
    case Row::Role::signal:
      return signal_alias(row, lane, host) + (host.empty() ? "" : "  @" + host);
  }
  return row.path();
}

}  // namespace rocelab::waves
