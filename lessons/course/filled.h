#pragma once
#include <string>

#include "lessons/course/measured.h"

namespace rocelab::lessons {

/// The sign that stands behind a claim: ✓ it holds, ✗ it does not, – not applicable.
const char* sign_of(const Verdict&);

/// The text in one language with every reference filled in. Throws ExpressionError where a reference names what is not
/// there.
std::string filled(const Text&, const Lesson&, const Measured&, Language);

}  // namespace rocelab::lessons
