#include "waves/lesson_track.h"

namespace rocelab::waves {
namespace {
/// A lesson row has 16 bits. A run with more different tellings keeps showing the last one that found room.
constexpr std::size_t most_texts = 1 << 16;
}  // namespace

LessonTrack::Step LessonTrack::next(const Moment& moment) {
  Telling telling = narrator_->tell(moment);
  const std::string text = (telling.letter ? std::string{*telling.letter, ':', ' '} : "") + telling.brief;
  Lane& lane = lanes_[moment.tag.lane];
  const auto known = lane.numbers.find(text);
  if (known != lane.numbers.end()) return {std::move(telling), known->second};
  if (lane.texts.size() == most_texts) return {std::move(telling), most_texts - 1};
  lane.numbers.emplace(text, lane.texts.size());
  lane.texts.push_back(text);
  return {std::move(telling), lane.texts.size() - 1};
}

const std::vector<std::string>& LessonTrack::texts(LaneId lane) const {
  static const std::vector<std::string> none{""};
  const auto it = lanes_.find(lane);
  return it == lanes_.end() ? none : it->second.texts;
}

}  // namespace rocelab::waves
