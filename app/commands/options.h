#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "app/run/request.h"
#include "lessons/words/language.h"

namespace rocelab::app {

/// What is run: SCENARIO and add_changes().
void add_request(CLI::App& command, RunRequest& request);

/// What is changed about it: --set, --payload, --seed.
void add_changes(CLI::App& command, RunRequest& request);

/// --lang zh|en
void add_language(CLI::App& command, lessons::Language& language);

/// Where a run's files go: --out.
void add_place(CLI::App& command, Place& place);

}  // namespace rocelab::app
