#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace rocelab::lessons {

/// An expression cannot be read, or names something that the runs do not have. The message says where.
struct ExpressionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The runs that an expression can speak of: name → that run's summary.json.
using Runs = std::map<std::string, nlohmann::ordered_json>;

/// Evaluates an expression over runs.
///
///   numbers 1 2.5, "text", true false null, + - * /, == != < <= > >=, and or not, ( )
///   paths    run.lanes.tcp.copies, run.config["message.size"], run.lanes.tcp.stages[0].end_ns
///   min(a, b, …)  max(a, b, …)  abs(a)  length(list)
///   size("4KiB")  time_ns("2us")            a value as a scenario writes it, in octets or nanoseconds
///   where(list, "field", value)             the members whose field has that value
///   starting(list, "field", "prefix")       the members whose field begins so
///   distinct(list, "field")                 how many different values that field has
///   sum(list, "field")
///   counted(lane.counters, "id")            0 where nothing was counted
nlohmann::ordered_json evaluate(const std::string& expression, const Runs& runs);

}  // namespace rocelab::lessons
