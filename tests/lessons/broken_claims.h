#pragma once
#include <functional>
#include <map>
#include <string>

#include "lessons/claims/claim.h"
#include "support/catch.h"

namespace rocelab::test {

using Break = std::function<void(lessons::Runs&)>;

/// Every claim of a scenario holds on `good`, summaries built by hand, and fails once its cause is taken away.
inline void check_each(const char* scenario, const lessons::Runs& good, const std::map<std::string, Break>& breaks) {
  const auto verdict_of = [&](const std::string& id, const lessons::Runs& runs) {
    const lessons::ClaimSet set = lessons::claims_of(scenario);
    for (const lessons::Verdict& v : judge(set.claims, runs, {})) {
      if (v.claim->id == id) return v.holds;
    }
    return std::optional<bool>{};
  };
  const lessons::ClaimSet set = lessons::claims_of(scenario);
  CHECK(set.claims.size() == breaks.size());
  for (const lessons::Claim& claim : set.claims) {
    INFO(claim.id);
    REQUIRE(breaks.count(claim.id));
    CHECK(verdict_of(claim.id, good) == true);
    lessons::Runs broken = good;
    breaks.at(claim.id)(broken);
    CHECK(verdict_of(claim.id, broken) == false);
  }
}

}  // namespace rocelab::test
