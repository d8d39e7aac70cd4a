#pragma once
#include <map>
#include <string>

#include "app/run/progress.h"
#include "app/run/request.h"
#include "scenarios/result.h"

namespace rocelab::app {

/// The long run of each lane that has faults.
using Retained = std::map<std::string, scenarios::RetainedRun>;

/// Measures `retained` of the contract: goodput of a lane with the scenario's faults over its goodput without, from two
/// further runs of that lane alone, each in a process of its own, over at least a hundred thousand frames and without
/// waves. Everything else is equal. Runs that several scenarios share are made once.
class RetainedRuns {
 public:
  explicit RetainedRuns(Progress& progress) : progress_(progress) {}

  Retained of(const Prepared&);

 private:
  const scenarios::RetainedRun& run(const Prepared&, const std::string& lane, const std::string& what);

  Progress& progress_;
  std::map<std::string, scenarios::RetainedRun> known_;  // by the lane's settings
};

/// Enters it in the result of the short run.
void put(const Retained&, scenarios::Result&);

}  // namespace rocelab::app
