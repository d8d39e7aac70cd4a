#pragma once
#include <exception>
#include <functional>
#include <systemc>

#include "host/os/thread.h"

namespace rocelab::host {

/// An application's thread in a run: the only use of SC_THREAD. It starts at time 0 and waits for nothing but
/// resume(), which is called from timeline actions, so that kernel time and timeline are equal whenever it runs.
class Program : public sc_core::sc_module, public Thread {
 public:
  using Main = std::function<void(Thread&)>;

  Program(sc_core::sc_module_name, Core&, Tag, Main);

  void suspend() override;
  void resume() override;

  bool finished() const { return finished_; }
  /// When it last went to sleep.
  Ps waiting_since() const { return since_; }
  /// Rethrows what ended the program's main, if an exception did.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void body();

  Main main_;
  sc_core::sc_event resumed_;
  Ps since_ = 0;
  bool pending_ = false;
  bool finished_ = false;
  std::exception_ptr error_;
};

}  // namespace rocelab::host
