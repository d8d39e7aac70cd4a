#pragma once
#include <string>

namespace rocelab::app {

/// What became of one case of a conformance file. A failed one names field, wanted and got; a skipped one says what
/// it would need.
struct CaseOutcome {
  enum class Verdict { passed, failed, skipped };

  std::string id;
  Verdict verdict = Verdict::passed;
  std::string reason;
};

}  // namespace rocelab::app
