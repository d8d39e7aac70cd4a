#include "app/run/interruption.h"

#include <csignal>
#include <ctime>
#include <systemc>

namespace rocelab::app {
namespace {

volatile std::sig_atomic_t asked = 0;
volatile std::time_t asked_at = 0;

std::time_t seconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);  // may be called from a signal handler
  return t.tv_sec;
}

/// A second Ctrl-C, seconds later, ends the program as it is. One Ctrl-C can arrive twice at once: timeout(1) signals
/// its child and then the child's group.
void on_interrupt(int signal) {
  if (asked == 0) {
    asked = 1;
    asked_at = seconds();
  } else if (seconds() - asked_at >= 2) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

Interruption::Interruption() { std::signal(SIGINT, on_interrupt); }

Interruption::~Interruption() { std::signal(SIGINT, SIG_DFL); }

bool Interruption::requested() { return asked != 0; }

void Interruption::stop_if_requested() {
  // Once: SystemC warns of a second stop on standard output, in the middle of the summary.
  if (asked != 1 || sc_core::sc_get_status() != sc_core::SC_RUNNING) return;
  asked = 2;
  sc_core::sc_stop();
}

}  // namespace rocelab::app
