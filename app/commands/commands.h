#pragma once
#include "app/command_line/command.h"

namespace rocelab::app {

Command list_command();
Command run_command();
Command check_command();
Command lesson_command();
Command diff_command();
Command schemes_command();
Command conformance_command();
Command packetdrill_command();
Command waves_command();
Command vcd_command();
Command bench_command();
Command rtl_command();
Command validate_command();

}  // namespace rocelab::app
