#pragma once
#include <string>
#include <vector>

namespace rocelab::test {

/// A strict reader of value change dumps: what IEEE 1800 (clause 21.7) demands, GTKWave's `string` variables, and what
/// viewers silently get wrong otherwise. Returns what is wrong, "line n: …" each; nothing for a good file.
///
/// Beyond the grammar it demands: a time scale; unique identifiers and unique full names; plain ASCII; `#0` before
/// `$dumpvars`; `$dumpvars` exactly once, with a value for every variable but events; times that only grow; values no
/// wider than their variable; text without spaces; a newline at the end.
std::vector<std::string> check_vcd(const std::string& path);

}  // namespace rocelab::test
