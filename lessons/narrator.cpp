#include "lessons/narrator.h"

#include "lessons/words/explain.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {

waves::Telling Narrator::tell(const Moment& moment) {
  const bool of_a_lane = moment.tag.lane != no_lane;
  const std::string lane = of_a_lane ? roster_[moment.tag.lane].name : "";
  scenarios::MomentSeen seen{std::string(moment.kind->id), lane, "", moment.t, {}};
  for (const auto& [name, value] : moment.values) seen.values[std::string(name)] = value;
  return {letters_.next(moment.kind->id, lane, moment.t), Words::built_in().brief("moment." + seen.kind),
          in(language_, describe(seen))};
}

}  // namespace rocelab::lessons
