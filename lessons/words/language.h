#pragma once
#include <string>

#include "scenarios/result.h"

namespace rocelab::lessons {

using scenarios::Text;

enum class Language { zh, en };

inline const std::string& in(Language language, const Text& text) {
  return language == Language::zh ? text.zh : text.en;
}

}  // namespace rocelab::lessons
