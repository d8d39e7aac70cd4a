#pragma once
#include <map>
#include <string>

namespace rocelab::app::packetdrill {

/// Runs lines of Python that assert something of the names given: `assert EXPRESSION[, message]`; `name = EXPRESSION`
/// and `name += EXPRESSION` are kept in `variables` for later ones; print and messages are passed over. Expressions
/// have and, or, not, comparisons (chained, too), + - * / // % & |, brackets, abs, int, min, max. Throws Failure with
/// the values of the names in it, Unsupported for other Python and for unknown names.
void run_assertions(const std::string& code, std::map<std::string, double> names,
                    std::map<std::string, double>& variables);

}  // namespace rocelab::app::packetdrill
