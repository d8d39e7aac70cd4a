#include "app/run/interruption.h"

#include <csignal>
#include <systemc>

namespace rocelab::app {
namespace {

volatile std::sig_atomic_t asked = 0;

void on_interrupt(int signal) {
  asked = 1;
  std::signal(signal, SIG_DFL);
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
