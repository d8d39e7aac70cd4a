#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelab::lessons {

/// Name ("clock.js") and text of ES modules.
using Modules = std::vector<std::pair<std::string_view, std::string_view>>;

/// The modules that `entry` needs as the text of one script, each after those it imports: a page opened from a file may
/// not import from other files. Each module becomes a function of its own, so that their names stay apart.
///
/// What modules may write, a statement a line: `import { a, b } from "./name.js";`, and `export` before a function, a
/// class or a const. Throws std::invalid_argument for any other import or export, an unknown module and a circle.
std::string bundled(const Modules&, std::string_view entry);

}  // namespace rocelab::lessons
