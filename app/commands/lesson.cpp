#include <fmt/format.h>

#include <memory>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/lesson/measured_lesson.h"
#include "lessons/course/page.h"
#include "scenarios/input_error.h"

namespace rocelab::app {
namespace {

struct LessonOptions {
  std::string number;
  lessons::Language language = lessons::Language::en;
};

const lessons::Lesson& lesson_called(const std::string& number) {
  for (const lessons::Lesson& lesson : lessons::all_lessons()) {
    if (std::to_string(lesson.number) == number) return lesson;
  }
  const auto& all = lessons::all_lessons();
  throw scenarios::InputError(fmt::format("lesson: there is no lesson '{}'; the course has {} to {}", number,
                                          all.front().number, all.back().number));
}

int show(const LessonOptions& options) {
  const lessons::Lesson& lesson = lesson_called(options.number);
  const lessons::Measured measured = app::measured(lesson);
  fmt::print("{}", lessons::page(lesson, measured, options.language));
  return measured.all_hold() ? done : refuted;
}

}  // namespace

Command lesson_command() {
  auto options = std::make_shared<LessonOptions>();
  return {"lesson",
          "a lesson of the course, its numbers measured now",
          {{"N", "1 to 6", &options->number}, language_option(options->language)},
          [options] { return show(*options); }};
}

}  // namespace rocelab::app
