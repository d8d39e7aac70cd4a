#include "lessons/words/explain.h"

#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

std::string known_prefix(const scenarios::Failure& failure) {
  const Words& words = Words::built_in();
  const auto reason = [&](const char* list) {
    const auto value = failure.values.find(list);
    return value == failure.values.end() ? std::string{} : words.word(list, value->second);
  };
  for (const std::string& name : {failure.code + ":" + reason("mixed_up"), failure.code + ":" + reason("fault"),
                                  failure.code + ":" + reason("objection"), failure.code + ":" + failure.rule,
                                  failure.rule, failure.code + "@" + failure.at, failure.code}) {
    if (words.find("failure." + name + ".why")) return "failure." + name;
  }
  return "failure.unknown";
}

}  // namespace

Explanation explain(const scenarios::Failure& failure) {
  const std::string prefix = known_prefix(failure);
  return {fill(Words::built_in().get(prefix + ".why"), failure.values),
          fill(Words::built_in().get(prefix + ".fix"), failure.values)};
}

Text describe(const scenarios::MomentSeen& moment) {
  const Text* known = Words::built_in().find("moment." + moment.kind);
  return known ? fill(*known, moment.values) : Text{moment.kind, moment.kind};
}

}  // namespace rocelab::lessons
