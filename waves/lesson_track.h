#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "waves/narrator.h"

namespace rocelab::waves {

/// The tellings of each lane, numbered as they appear: what the lesson rows show. Two sinks that follow the same
/// stream number alike.
class LessonTrack {
 public:
  struct Step {
    Telling telling;
    std::size_t number;  // from 1 within its lane; 0 is "nothing yet"
  };

  explicit LessonTrack(std::unique_ptr<Narrator> narrator) : narrator_(std::move(narrator)) {}

  Step next(const Moment&);

  /// Text of each number of a lane, e.g. "C: doorbell rung"; that of 0 is empty.
  const std::vector<std::string>& texts(LaneId) const;

 private:
  struct Lane {
    std::vector<std::string> texts{""};
    std::map<std::string, std::size_t> numbers;
  };

  std::unique_ptr<Narrator> narrator_;
  std::map<LaneId, Lane> lanes_;
};

}  // namespace rocelab::waves
