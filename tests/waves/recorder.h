#pragma once
#include <memory>
#include <string>
#include <vector>

#include "waves/narrator.h"
#include "waves/trace/dump.h"

namespace rocelab::test {

/// A dump that writes down what it is told: "1500 tcp.local.core0=2"; of the values at the beginning, those of a
/// recording that begins later than the run.
class Recorder : public waves::Dump {
 public:
  explicit Recorder(std::vector<std::string>& lines) : lines_(lines) {}

  void begin(const waves::Rows& rows, Ps t) override {
    rows_ = &rows;
    t_ = t;
    silent_ = t == 0;
    if (!silent_) lines_.push_back(std::to_string(t) + " begin");
  }
  void begun() override { silent_ = false; }
  void at(Ps t) override { t_ = t; }
  void bits(waves::RowIndex row, std::uint64_t value) override { note(row, "=" + std::to_string(value)); }
  void text(waves::RowIndex row, std::string_view value) override { note(row, "=" + std::string(value)); }
  void event(waves::RowIndex row) override { note(row, "!"); }
  void end(Ps t) override { lines_.push_back(std::to_string(t) + " end"); }

 private:
  void note(waves::RowIndex row, const std::string& what) {
    if (!silent_) lines_.push_back(std::to_string(t_) + " " + (*rows_)[row].path() + what);
  }

  std::vector<std::string>& lines_;
  const waves::Rows* rows_ = nullptr;
  Ps t_ = 0;
  bool silent_ = false;
};

/// Tells a moment by its id, with a letter for the first of each 26.
class PlainNarrator : public waves::Narrator {
 public:
  waves::Telling tell(const Moment& moment) override {
    waves::Telling telling{std::nullopt, std::string(moment.kind->id), "Told in full: " + std::string(moment.kind->id)};
    if (next_ <= 'Z') telling.letter = next_++;
    return telling;
  }

 private:
  char next_ = 'A';
};

}  // namespace rocelab::test
