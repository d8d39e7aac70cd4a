#include <fmt/format.h>

#include <algorithm>

#include "lessons/summary/json.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;

bool in_nanoseconds(const std::string& key) {
  return key == "ns" || (key.size() > 3 && key.compare(key.size() - 3, 3, "_ns") == 0);
}

/// An object or list whose members are all plain values stands on one line.
bool flat(const Json& value) {
  return std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_primitive(); });
}

void write(const Json& value, bool ns, int depth, std::string& out);

void write_members(const Json& value, bool ns, int depth, std::string& out) {
  const bool one_line = flat(value);
  const auto new_line = [&](int levels) {
    if (!one_line) out += '\n' + std::string(2 * static_cast<std::size_t>(levels), ' ');
  };
  out += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [key, member] : value.items()) {
    if (!first) out += one_line ? ", " : ",";
    first = false;
    new_line(depth + 1);
    if (value.is_object()) out += Json(key).dump() + ": ";
    write(member, ns || (value.is_object() && in_nanoseconds(key)), depth + 1, out);
  }
  new_line(depth);
  out += value.is_object() ? '}' : ']';
}

void write(const Json& value, bool ns, int depth, std::string& out) {
  if (value.is_structured()) {
    write_members(value, ns, depth, out);
  } else if (ns && value.is_number()) {
    out += fmt::format("{:.3f}", value.get<double>());
  } else {
    out += value.dump();
  }
}

}  // namespace

std::string print(const Json& document) {
  std::string out;
  write(document, false, 0, out);
  return out + '\n';
}

}  // namespace rocelab::lessons
