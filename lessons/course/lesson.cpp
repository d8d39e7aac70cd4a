#include "lessons/course/lesson.h"

#include "lessons/course/references.h"

namespace rocelab::lessons {

std::vector<Text> Lesson::texts() const {
  std::vector<Text> all{title, goal};
  for (const Part& part : parts) all.insert(all.end(), {part.title, part.body, part.look});
  for (const Step& step : hands_on) all.push_back(step.says);
  all.insert(all.end(), remember.begin(), remember.end());
  for (const Term& term : glossary) all.insert(all.end(), {term.term, term.meaning});
  return all;
}

std::set<std::string> Lesson::claims() const {
  std::set<std::string> ids;
  for (const Part& part : parts) ids.insert(part.claims.begin(), part.claims.end());
  for (const Text& text : texts()) {
    for (const std::string* one : {&text.zh, &text.en}) {
      for (const Piece& piece : pieces_of(*one)) {
        if (piece.kind == "claim") ids.insert(piece.text);
      }
    }
  }
  return ids;
}

}  // namespace rocelab::lessons
