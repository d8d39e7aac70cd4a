#pragma once
#include <stdexcept>
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

/// Why a case failed: field, wanted, got. Thrown by a check, caught by the runner of the document.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a case asks for and this runner or the device cannot do: the case is skipped.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rocelab::app
