#include "waves/rows/rows.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {

constexpr unsigned lesson_width = 16;

unsigned bits_for(std::size_t values) {
  unsigned bits = 0;
  while (values > (std::size_t{1} << bits)) ++bits;
  return bits;
}

bool is_number(std::string_view s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos; }

std::string clean_scope(const std::string& dotted) {
  std::string clean;
  std::size_t from = 0;
  while (from <= dotted.size()) {
    const std::size_t dot = std::min(dotted.find('.', from), dotted.size());
    if (!clean.empty()) clean += '.';
    clean += identifier(std::string_view(dotted).substr(from, dot - from));
    from = dot + 1;
  }
  return clean;
}

/// `stage2_COPY` where the lesson numbers the step, `stage_doorbell` where it does not; `wire` and `switch`, which
/// belong to no path, are themselves.
std::string stage_name(const Stage& stage) {
  const std::size_t dot = stage.id.find('.');
  if (dot == std::string_view::npos) return identifier(stage.id);
  const std::string_view step = stage.id.substr(dot + 1);
  if (is_number(step)) return "stage" + std::string(step) + "_" + identifier(stage.word);
  return "stage_" + identifier(step);
}

}  // namespace

void Rows::declare(SignalId id, const SignalDecl& decl) {
  if (level_ < (decl.kind == SignalDecl::Kind::state ? Level::states : Level::full)) return;
  Row row{Row::Role::signal, decl.scope, decl.name, decl.kind, decl.width, decl.words, decl.unit};
  // GTKWave ignores filters on rows of one bit, and a state is nothing without its words.
  if (row.kind == SignalDecl::Kind::state) row.width = std::max({2u, row.width, bits_for(row.words.size())});
  if (row.has_bits() && (row.width == 0 || row.width > 64)) {
    throw std::logic_error("waves: " + row.path() + " has " + std::to_string(row.width) +
                           " bits; 1 to 64 can be shown");
  }
  for (std::string& word : row.words) word = one_word(word);
  if (signals_.size() <= id.value) signals_.resize(id.value + 1, no_row);
  signals_[id.value] = add(std::move(row));
}

void Rows::declare(const Stage& stage, LaneId lane, HostId host) {
  const auto key = std::make_tuple(std::string(stage.id), lane, host);
  if (stages_.count(key)) return;
  Row row{Row::Role::stage, "", stage_name(stage), SignalDecl::Kind::state, 2, {"idle", one_word(stage.word)},
          stage.unit};
  row.lane = lane;
  row.host = host;
  row.stage_id = stage.id;
  stages_.emplace(key, add(std::move(row)));
}

RowIndex Rows::add(Row row) {
  if (settled_) throw std::logic_error("waves: " + row.path() + " is declared after time has started");
  rows_.push_back(std::move(row));
  return static_cast<RowIndex>(rows_.size() - 1);
}

void Rows::settle() {
  for (std::uint16_t i = 0; i < roster_.lanes.size(); ++i) add_lane(LaneId{i});
  for (std::uint16_t i = 0; i < roster_.ports.size(); ++i) add_port(PortId{i});
  for (Row& row : rows_) place(row);
  refuse_twins();
  settled_ = true;
}

void Rows::add_lane(LaneId lane) {
  Row row{Row::Role::lesson, roster_[lane].name, "lesson", SignalDecl::Kind::state, lesson_width, {}, Unit::app};
  row.lane = lane;
  lessons_.push_back(add(row));
  row.role = Row::Role::words;
  row.name = "lesson_words";
  row.kind = SignalDecl::Kind::text;
  add(row);
}

void Rows::add_port(PortId id) {
  const Roster::Port& port = roster_[id];
  if (port.host == no_host || level_ < Level::full) {
    ports_.push_back(no_row);
    return;
  }
  Row row{Row::Role::frame, port.name, "tx", SignalDecl::Kind::text, 1, {}, Unit::wire};
  row.lane = port.lane;
  row.host = port.host;
  ports_.push_back(add(row));
  row.name = "rx";
  add(row);
}

/// A stage stands beneath its lane and host; a signal is of the lane and host whose names its scope begins with.
void Rows::place(Row& row) const {
  if (row.role == Row::Role::stage) {
    row.scope = row.lane == no_lane ? "shared" : roster_[row.lane].name;
    row.scope += row.host == no_host ? ".network" : "." + roster_[row.host].name;
  }
  const std::string prefix = row.scope + ".";
  for (std::uint16_t i = 0; i < roster_.lanes.size() && row.lane == no_lane; ++i) {
    if (prefix.rfind(roster_.lanes[i].name + ".", 0) == 0) row.lane = LaneId{i};
  }
  for (std::uint16_t i = 0; i < roster_.hosts.size() && row.host == no_host; ++i) {
    const Roster::Host& host = roster_.hosts[i];
    if (host.lane == row.lane && row.lane != no_lane &&
        prefix.rfind(roster_[host.lane].name + "." + host.name + ".", 0) == 0) {
      row.host = HostId{i};
    }
  }
  row.scope = clean_scope(row.scope);
  row.name = identifier(row.name);
}

void Rows::refuse_twins() const {
  std::set<std::string> names;
  for (const Row& row : rows_) {
    if (!names.insert(row.path()).second) throw std::logic_error("waves: two rows are named " + row.path());
  }
}

RowIndex Rows::of(SignalId id) const { return id.value < signals_.size() ? signals_[id.value] : no_row; }

RowIndex Rows::of(const Stage& stage, LaneId lane, HostId host) const {
  const auto at = std::make_tuple(&stage, static_cast<std::uint32_t>(lane.value) << 16 | host.value);
  if (const auto it = found_.find(at); it != found_.end()) return it->second;
  const auto it = stages_.find({std::string(stage.id), lane, host});
  return found_[at] = it == stages_.end() ? no_row : it->second;
}

RowIndex Rows::lesson(LaneId lane) const { return lane.value < lessons_.size() ? lessons_[lane.value] : no_row; }
RowIndex Rows::words(LaneId lane) const { return lesson(lane) == no_row ? no_row : lesson(lane) + 1; }

RowIndex Rows::frames(PortId port, bool sent) const {
  const RowIndex row = port.value < ports_.size() ? ports_[port.value] : no_row;
  return row == no_row ? no_row : row + (sent ? 0 : 1);
}

}  // namespace rocelab::waves
