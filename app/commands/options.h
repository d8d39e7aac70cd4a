#pragma once
#include <vector>

#include "app/command_line/command.h"
#include "app/run/recorder.h"
#include "app/run/request.h"
#include "lessons/words/language.h"

/// Arguments that several commands share.
namespace rocelab::app {

/// What is run: SCENARIO.
Argument scenario_word(RunRequest&);

/// What is changed about it: --set, --payload, --seed.
std::vector<Argument> changes(RunRequest&);

/// --lang zh|en
Argument language_option(lessons::Language&);

/// --format vcd|fst
Argument format_option(WaveFormat&);

/// Where a run's files go: --out.
Argument place_option(Place&);

}  // namespace rocelab::app
