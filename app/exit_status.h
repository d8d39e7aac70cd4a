#pragma once

namespace rocelab::app {

/// What the program's exit says (contract: scripts rely on it).
enum ExitStatus : int {
  done = 0,           // and every claim holds
  refuted = 1,        // a claim, a case or a payload comparison failed
  bad_input = 2,      // the command line or a file is wrong
  stuck = 3,          // the simulation made no progress where the scenario did not expect it
  interrupted = 130,  // Ctrl-C, as shells count it
};

}  // namespace rocelab::app
