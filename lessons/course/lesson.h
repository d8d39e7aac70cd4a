#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// A run that a lesson speaks of by its name.
struct LessonRun {
  std::string scenario;
  std::map<std::string, std::string> settings;  // key → value, as --set takes them
};

/// A step of the story. Paragraphs of `body` are parted by empty lines; one that begins with "- " is a list's member.
struct Part {
  Text title, body;
  Text look;                        // where to look in table and waveform; may be empty
  std::vector<std::string> claims;  // ids of the claims that this part stands on
};

struct Step {
  std::string command;
  Text says;
};

struct Term {
  Text term, meaning;
};

/// A lesson as its file has it: lessons/text/lessonN.toml. Its texts hold references (course/references.h) in place of
/// numbers, which are measured when the lesson is shown.
struct Lesson {
  int number = 0;
  std::string level;  // its words stand under level.<level>
  std::string minutes;
  Text title, goal;
  std::map<std::string, LessonRun> runs;
  std::map<std::string, Text> constants;  // numbers that nobody measures; each with its source in the file
  std::vector<Part> parts;
  std::vector<Step> hands_on;
  std::vector<Text> remember;
  std::vector<Term> glossary;

  /// Every text with references, in order of the page.
  std::vector<Text> texts() const;
  /// Claims that the lesson names, in its texts or under a part.
  std::set<std::string> claims() const;
};

/// Reads a lesson. `name` begins the message of a refusal (scenarios::InputError).
Lesson read_lesson(std::string_view toml, const std::string& name);

/// The course, in order of the lessons.
const std::vector<Lesson>& all_lessons();

}  // namespace rocelab::lessons
