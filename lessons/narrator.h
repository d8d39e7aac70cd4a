#pragma once
#include "lessons/letters.h"
#include "lessons/words/language.h"
#include "tlm/roster.h"
#include "waves/narrator.h"

namespace rocelab::lessons {

/// Tells moments in the course's words: letters by the rule of letters.h, the full sentence in one language.
class Narrator : public waves::Narrator {
 public:
  /// `roster` must outlive the narrator.
  Narrator(const Roster& roster, Language language) : roster_(roster), language_(language) {}

  waves::Telling tell(const Moment&) override;

 private:
  const Roster& roster_;
  Language language_;
  Letters letters_;
};

}  // namespace rocelab::lessons
