#pragma once
#include <string>

#include "host/apps/errno_name.h"
#include "host/apps/traffic.h"
#include "host/verbs/refusals.h"

namespace rocelab::host {

/// What a program can tell of a verbs call that returned `error` at step `at`: the errno value, and the rule with its
/// values where the library named one.
inline TrafficFailure refused(const char* at, int error, const verbs::Refusal& why) {
  TrafficFailure failure{at, name_of(error), {}, ""};
  if (!why.rule || why.error != error) return failure;
  failure.rule = why.rule->id;
  for (const auto& [name, value] : why.values) failure.values[std::string(name)] = value;
  return failure;
}

}  // namespace rocelab::host
