#pragma once
#include <string>

#include "app/conformance/outcome.h"

namespace rocelab::app::packetdrill {

/// Plays the script `text`; `file` names it in messages. Throws SyntaxError when it is no script.
CaseOutcome play(const std::string& file, const std::string& text);

}  // namespace rocelab::app::packetdrill
