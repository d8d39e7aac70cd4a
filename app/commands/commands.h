#pragma once
#include <CLI/CLI.hpp>
#include <functional>

namespace rocelab::app {

/// What the chosen command does; returns the exit status. Empty when no command was chosen.
using Chosen = std::function<int()>;

/// Each adds one command to the program: its options, its help, and what it does once it is chosen.
void add_list(CLI::App& program, Chosen& chosen);
void add_run(CLI::App& program, Chosen& chosen);
void add_check(CLI::App& program, Chosen& chosen);
void add_schemes(CLI::App& program, Chosen& chosen);
void add_conformance(CLI::App& program, Chosen& chosen);
void add_packetdrill(CLI::App& program, Chosen& chosen);
void add_waves(CLI::App& program, Chosen& chosen);
void add_bench(CLI::App& program, Chosen& chosen);

}  // namespace rocelab::app
