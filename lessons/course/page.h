#pragma once
#include <string>

#include "lessons/course/measured.h"

namespace rocelab::lessons {

/// The lesson for a terminal of 80 columns: every reference filled in, claims with their signs, where to look, what to
/// type. Throws ExpressionError with the lesson's number in front.
std::string page(const Lesson&, const Measured&, Language);

}  // namespace rocelab::lessons
