#pragma once
#include <functional>

#include "lessons/verdicts.h"
#include "support/catch.h"

namespace rocelab::test {

/// How the cause of each claim is taken away, by the claim's id.
template <class Runs>
using Breaks = std::map<std::string, std::function<void(Runs&)>>;

/// Every claim of a scenario holds on `good`, summaries or results built by hand, and fails once its cause is taken
/// away. There is one break for each claim.
template <class Runs>
void check_each(const std::string& scenario, const Runs& good, const Breaks<Runs>& breaks) {
  const Verdicts all = verdicts(scenario, good);
  CHECK(all.size() == breaks.size());
  for (const auto& [id, holds] : all) {
    INFO(id);
    REQUIRE(breaks.count(id));
    CHECK(holds == true);
    Runs broken = good;
    breaks.at(id)(broken);
    CHECK(verdicts(scenario, broken).at(id) == false);
  }
}

}  // namespace rocelab::test
