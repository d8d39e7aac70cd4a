#include <toml++/toml.h>
#include <algorithm>

#include "lessons/course/lesson.h"
#include "lessons/toml_reader.h"

namespace rocelab::lessons {

namespace data {
extern const std::vector<std::pair<std::string_view, std::string_view>> lesson_texts;  // file name, text
}

namespace {

LessonRun read_run(const toml::node& node, const TomlReader& reader) {
  const toml::table* run = node.as_table();
  if (!run) reader.refuse(node, "a run is a table with scenario and set");
  reader.only(*run, {"scenario", "set"});
  LessonRun out{reader.text(*run, "scenario"), {}};
  if (const toml::table* settings = (*run)["set"].as_table()) out.settings = reader.settings(*settings);
  return out;
}

Text read_constant(const toml::node& node, const TomlReader& reader) {
  const toml::table* constant = node.as_table();
  if (!constant) reader.refuse(node, "a constant is a table with zh, en and source");
  reader.only(*constant, {"zh", "en", "source"});
  reader.text(*constant, "source");  // for the reader of the file; what has none is a number out of the air
  return reader.both(*constant);
}

Part read_part(const toml::table& table, const TomlReader& reader) {
  reader.only(table, {"title", "zh", "en", "look", "claims"});
  Part part{reader.both(table, "title"), reader.both(table), {}, reader.texts(table, "claims")};
  if (table.contains("look")) part.look = reader.both(table, "look");
  return part;
}

}  // namespace

Lesson read_lesson(std::string_view toml, const std::string& name) {
  const TomlReader reader(name);
  const toml::table file = reader.parsed(toml);
  reader.only(file, {"lesson", "level", "minutes", "title", "goal", "runs", "constants", "part", "hands_on", "remember",
                     "glossary"});
  Lesson lesson;
  lesson.number = file["lesson"].value_or(0);
  lesson.level = reader.text(file, "level");
  lesson.minutes = std::to_string(file["minutes"].value_or(0));
  lesson.title = reader.both(file, "title");
  lesson.goal = reader.both(file, "goal");
  if (const toml::table* runs = file["runs"].as_table()) {
    for (const auto& [run, node] : *runs) lesson.runs[std::string(run.str())] = read_run(node, reader);
  }
  if (const toml::table* constants = file["constants"].as_table()) {
    for (const auto& [id, node] : *constants) lesson.constants[std::string(id.str())] = read_constant(node, reader);
  }
  for (const toml::table* part : reader.tables(file, "part")) lesson.parts.push_back(read_part(*part, reader));
  for (const toml::table* step : reader.tables(file, "hands_on")) {
    reader.only(*step, {"command", "zh", "en"});
    lesson.hands_on.push_back({reader.text(*step, "command"), reader.both(*step)});
  }
  for (const toml::table* point : reader.tables(file, "remember")) {
    reader.only(*point, {"zh", "en"});
    lesson.remember.push_back(reader.both(*point));
  }
  for (const toml::table* term : reader.tables(file, "glossary")) {
    reader.only(*term, {"term", "zh", "en"});
    lesson.glossary.push_back({reader.both(*term, "term"), reader.both(*term)});
  }
  return lesson;
}

const std::vector<Lesson>& all_lessons() {
  static const std::vector<Lesson> lessons = [] {
    std::vector<Lesson> read;
    for (const auto& [file, text] : data::lesson_texts) read.push_back(read_lesson(text, std::string(file)));
    return read;
  }();
  return lessons;
}

}  // namespace rocelab::lessons
