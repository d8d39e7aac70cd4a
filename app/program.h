#pragma once

namespace rocelab::app {

/// The whole program: reads the command line, does it, reports what is wrong in one message. Returns the exit status.
int program(int argc, char* argv[]);

}  // namespace rocelab::app
