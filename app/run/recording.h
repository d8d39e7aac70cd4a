#pragma once
#include "scenarios/config/config.h"
#include "waves/recording/recording.h"

namespace rocelab::app {

/// What the keys waves.level and waves.window say.
waves::Recording recording_of(const scenarios::Config&);

}  // namespace rocelab::app
