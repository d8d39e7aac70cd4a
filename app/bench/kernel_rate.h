#pragma once

namespace rocelab::app {

/// Timed notifications a second of CPU time that the bare SystemC kernel delivers on this machine, now: eight
/// SC_METHODs that each notify themselves. The ceiling for every model on it. Elaborates: once a process.
double kernel_events_per_cpu_s();

}  // namespace rocelab::app
