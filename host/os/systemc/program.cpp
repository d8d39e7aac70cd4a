#include "host/os/systemc/program.h"

#include "tlm/systemc/clockwork.h"

namespace rocelab::host {

Program::Program(sc_core::sc_module_name name, Core& core, Tag tag, Main main)
    : sc_module(name), Thread(core, tag), main_(std::move(main)) {
  SC_HAS_PROCESS(Program);
  SC_THREAD(body);
}

void Program::suspend() {
  since_ = core().now();
  while (!pending_) wait(resumed_);
  pending_ = false;
}

void Program::resume() {
  pending_ = true;
  notify_now(resumed_, core().timeline());
}

void Program::body() {
  // An exception that left an SC_THREAD would become an anonymous sc_report (E549): keep it for the runner.
  try {
    main_(*this);
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (...) {
    error_ = std::current_exception();
  }
  finished_ = true;
}

}  // namespace rocelab::host
