#pragma once
#include "lessons/claims/expression.h"
#include "lessons/words/language.h"

namespace rocelab::lessons {

/// The sentence of a claim with the values that it refers to, "{run.config.network.loss|percent}", filled in as in a
/// lesson (course/references.h). A value that is not there is a question mark: the verdict says why.
Text said(const Text&, const Runs&);

}  // namespace rocelab::lessons
