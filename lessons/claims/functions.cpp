#include "lessons/claims/functions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "lessons/claims/expression.h"
#include "scenarios/config/values.h"

namespace rocelab::lessons {
namespace {

using Arguments = std::vector<Value>;

std::string text_of(const Value& value) {
  if (!value.is_string()) throw ExpressionError("a text is wanted here, not " + value.dump());
  return value.get<std::string>();
}

/// Members of the list in the first argument for which `wanted(field of the second argument)` holds.
Value filter(const Arguments& a, const std::function<bool(const Value&)>& wanted) {
  Value kept = Value::array();
  for (const Value& member : a.at(0)) {
    if (wanted(member.at(text_of(a.at(1))))) kept.push_back(member);
  }
  return kept;
}

Value best(const Arguments& a, bool (*better)(double, double)) {
  Value best = a.at(0);
  for (const Value& v : a) {
    if (better(number_of(v), number_of(best))) best = v;
  }
  return best;
}

const std::map<std::string, Value (*)(const Arguments&)>& functions() {
  static const std::map<std::string, Value (*)(const Arguments&)> table{
      {"min", [](const Arguments& a) { return best(a, [](double x, double y) { return x < y; }); }},
      {"max", [](const Arguments& a) { return best(a, [](double x, double y) { return x > y; }); }},
      {"abs", [](const Arguments& a) { return Value(std::fabs(number_of(a.at(0)))); }},
      {"length", [](const Arguments& a) { return Value(a.at(0).size()); }},
      {"size", [](const Arguments& a) { return Value(scenarios::parse_size(text_of(a.at(0)))); }},
      {"time_ns",
       [](const Arguments& a) { return Value(static_cast<double>(scenarios::parse_time(text_of(a.at(0)))) / 1e3); }},
      {"where", [](const Arguments& a) { return filter(a, [&](const Value& field) { return field == a.at(2); }); }},
      {"starting",
       [](const Arguments& a) {
         return filter(a, [&](const Value& field) { return text_of(field).rfind(text_of(a.at(2)), 0) == 0; });
       }},
      {"distinct",
       [](const Arguments& a) {
         std::set<std::string> seen;
         for (const Value& member : a.at(0)) seen.insert(member.at(text_of(a.at(1))).dump());
         return Value(seen.size());
       }},
      {"counted", [](const Arguments& a) { return Value(a.at(0).value(text_of(a.at(1)), std::uint64_t{0})); }},
      {"sum",
       [](const Arguments& a) {
         std::uint64_t whole = 0;
         double total = 0;
         bool all_whole = true;
         for (const Value& member : a.at(0)) {
           const Value& field = member.at(text_of(a.at(1)));
           total += number_of(field);
           all_whole = all_whole && field.is_number_unsigned();
           if (all_whole) whole += field.get<std::uint64_t>();
         }
         return all_whole ? Value(whole) : Value(total);
       }},
  };
  return table;
}

}  // namespace

double number_of(const Value& value) {
  if (!value.is_number()) throw ExpressionError("a number is wanted here, not " + value.dump());
  return value.get<double>();
}

Value call(const std::string& function, const std::vector<Value>& arguments) {
  const auto it = functions().find(function);
  if (it == functions().end()) throw ExpressionError("no function is called '" + function + "'");
  try {
    return it->second(arguments);
  } catch (const ExpressionError&) {
    throw;
  } catch (const std::exception& error) {  // an argument too few, a field that is not there, a size that is none
    throw ExpressionError(function + "(): " + error.what());
  }
}

}  // namespace rocelab::lessons
