#pragma once
#include <nlohmann/json.hpp>

#include "waves/replay/replay.h"

namespace rocelab::lessons {

/// The replay as the page reads it (lessons/page/facts.js): frames and points as lists, times in whole picoseconds.
nlohmann::ordered_json replay_json(const waves::Replay&);

}  // namespace rocelab::lessons
