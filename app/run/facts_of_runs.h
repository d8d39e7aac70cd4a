#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "app/run/progress.h"
#include "app/run/request.h"
#include "app/run/retained.h"

namespace rocelab::app {

/// Runs, each in a process of its own and without waves; one that was asked for before is not made again.
class FactsOfRuns {
 public:
  FactsOfRuns(RetainedRuns& retained_runs, Progress& progress) : retained_runs_(retained_runs), progress_(progress) {}

  /// summary.json without claims (lessons::facts_of). `called` is shown as progress.
  const nlohmann::ordered_json& of(const Prepared&, const std::string& called);

 private:
  RetainedRuns& retained_runs_;
  Progress& progress_;
  std::map<std::string, nlohmann::ordered_json> known_;  // by scenario and settings
};

/// The scenario with further settings, of which a refusal says that the run `name` made them. Throws InputError.
Prepared changed(Prepared, const std::string& name, const std::map<std::string, std::string>& settings);

}  // namespace rocelab::app
