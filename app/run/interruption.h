#pragma once
#include "tlm/fact_sink.h"

namespace rocelab::app {

/// Ctrl-C while a run is under way: the simulation stops at the next fact, so that the other sinks can finish their
/// files. A second Ctrl-C, two seconds later or more, ends the process at once. At most one at a time.
class Interruption : public FactSink {
 public:
  Interruption();
  ~Interruption() override;

  static bool requested();

  FactSet reads() const override { return FactSet{} | FactKind::core_time | FactKind::frame; }
  void on_core_time(const CoreTime&) override { stop_if_requested(); }
  void on_frame(const FrameSeen&) override { stop_if_requested(); }

 private:
  static void stop_if_requested();
};

}  // namespace rocelab::app
