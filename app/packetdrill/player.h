#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/conformance/outcome.h"
#include "app/packetdrill/calls.h"
#include "app/packetdrill/match.h"

namespace rocelab::app::packetdrill {

/// Plays one script against the machine, in simulated time.
class Player {
 public:
  explicit Player(const Script& script) : script_(script), host_(environment_), calls_(host_) {}

  CaseOutcome play();

 private:
  struct Blocked {
    explicit Blocked(const Event& event, const Call& call) : event(event), attempt(call) {}

    const Event& event;
    Attempt attempt;
    Ps end = never;
    Ps tolerance = 0;
  };

  void run(const Event&);
  void inject(const PacketLine&);
  void expect(const PacketLine&, const When&);
  void call(const Event&, const Call&);
  void check(const Call&, const Result&) const;
  void check_time(Ps got, Ps from, Ps to, Ps tolerance, const std::string& what) const;

  /// Time goes on, timers run out, the blocked call may return.
  void advance(Ps to);
  /// Tries the blocked call again.
  void resume();
  /// Until the blocked call has returned, or should have.
  void finish_call();
  Ps tolerance(Ps since_last) const;

  const Script& script_;
  Environment environment_;
  Host host_;
  Calls calls_;
  TimestampMap stamps_;
  std::map<std::string, double> variables_;  // of the script's Python
  std::unique_ptr<Blocked> blocked_;
  const Event* at_ = nullptr;  // the event that is played, or whose call returns
  Ps last_ = 0;                // when the event before was over
};

}  // namespace rocelab::app::packetdrill
