#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// A measured value as a sentence says it, in the unit that reads best and with three digits that count.
///
///   ""        whole numbers and texts as they are; "4KiB" gets its space; truth values are words
///   time      nanoseconds → "12.1 us"            size   octets → "4096 B", "2.10 MB"
///   rate      Gb/s → "31.7 Gb/s"                 percent  a share of one → "31.7 %"
///   times     a ratio → "4.23"                   word   a value of summary.json → its word ("none" → "not at all")
///
/// Throws ExpressionError where value and format do not go together, or the format is unknown.
std::string quantity(const nlohmann::ordered_json& value, const std::string& format, Language);

/// The format of what a claim measured in that unit ("ns", "B", "Gb/s").
std::string format_of_unit(const std::string& unit);

}  // namespace rocelab::lessons
