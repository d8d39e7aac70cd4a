#pragma once
#include <string>
#include <vector>

#include "app/check/checked.h"
#include "lessons/words/language.h"

namespace rocelab::app {

/// The verdicts as JUnit XML, which graders and CI servers read: a test suite a scenario, a test case a claim; one that
/// does not apply is skipped. No time and no host name, so that equal runs give equal files.
std::string junit(const std::vector<Checked>&, lessons::Language);

/// Text as it may stand in an XML attribute: markup escaped, characters that XML 1.0 does not allow shown as "?".
std::string xml_escaped(const std::string&);

}  // namespace rocelab::app
