#pragma once
#include "lessons/course/measured.h"

namespace rocelab::app {

/// Makes the runs that a lesson names and judges the claims that it refers to. Throws InputError, StuckError.
lessons::Measured measured(const lessons::Lesson&);

}  // namespace rocelab::app
