#pragma once
#include "app/conformance/rc_application.h"
#include "app/conformance/rc_wait.h"

namespace rocelab::app::replay {

/// Plays the steps of one case in order: the peer on the wire and the application above the verbs.
class Player {
 public:
  Player(Bench&, Application&, bool timed);

  /// Performs one step; Failure at a mismatch.
  void play(const Json& step);
  /// After the last step: the device stays quiet and nothing is left, but for what `at_end` allows.
  void end(const Json& at_end);

 private:
  void perform(const std::string& kind, const Json& argument);
  bool call(const std::string& kind, const Json& argument, int& error);
  bool application_step(const std::string& kind, const Json& argument);

  void rx(const Json&);
  void tx(const Json&);
  void tx_opt(const Json&);
  void quiet(const Json&);
  void cqe(const Json&);
  void no_cqe();
  void async_event(const Json&);
  void choose(const Json&);

  const DeviceFrame* awaited(const Json& tx) const;
  bool meets(const DeviceFrame&, const Json& tx) const;
  bool is_next(const Json& branch);
  bool is_silence(const Json& branch) const;
  void done() { since_ = watch_.now(); }

  Bench& bench_;
  Application& application_;
  Watch watch_;
  Ps since_ = 0;  // when the previous step was done
};

}  // namespace rocelab::app::replay
