#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rocelab::lessons {

using Value = nlohmann::ordered_json;

/// The functions that an expression may call (listed in expression.h). Throws ExpressionError.
Value call(const std::string& function, const std::vector<Value>& arguments);

/// The number in `value`, or an ExpressionError that shows it.
double number_of(const Value& value);

}  // namespace rocelab::lessons
