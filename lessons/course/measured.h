#pragma once
#include <map>
#include <string>

#include "lessons/claims/claim.h"
#include "lessons/course/lesson.h"

namespace rocelab::lessons {

/// A built-in claim and the set it stands in, which has the scenarios and runs that it speaks of.
struct ClaimPlace {
  const ClaimSet* set;
  const Claim* claim;
};

/// Throws scenarios::InputError if there is no such claim.
ClaimPlace claim_called(const std::string& id);

/// The scenario that a lesson judges the claim on: one that the lesson runs, else the first that the claim is made of.
std::string scenario_of(const ClaimPlace&, const Lesson&);

/// Of the runs that the claim's set declares, those that the claim's expressions name.
NamedRuns runs_of(const ClaimPlace&);

/// What the runs of a lesson gave: all that its references are filled in from.
struct Measured {
  Runs runs;                                // by the lesson's own names
  std::map<std::string, Verdict> verdicts;  // by the claims' ids

  /// Does no claim fail?
  bool all_hold() const;
};

}  // namespace rocelab::lessons
