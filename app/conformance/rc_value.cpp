#include "app/conformance/rc_value.h"

#include <fmt/format.h>

#include <cmath>

#include <algorithm>
#include <charconv>
#include <optional>

namespace rocelab::app::replay {
using namespace literals;
namespace {

std::optional<std::uint64_t> hexadecimal(const std::string& s) {
  std::uint64_t n = 0;
  if (s.size() < 3 || s.compare(0, 2, "0x") != 0) return std::nullopt;
  const auto [end, error] = std::from_chars(s.data() + 2, s.data() + s.size(), n, 16);
  if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return n;
}

bool is_range(const Json& wanted) { return wanted.is_object(); }

}  // namespace

std::uint64_t integer(const Json& value, std::string_view what) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_integer()) return static_cast<std::uint64_t>(value.get<std::int64_t>());
  if (value.is_string()) {
    if (const auto n = hexadecimal(value.get_ref<const std::string&>())) return *n;
  }
  throw Malformed(fmt::format("{}: {} is no integer", what, value.dump()));
}

const Json& member(const Json& object, const char* key, std::string_view what) {
  if (!object.is_object()) throw Malformed(fmt::format("{}: {} is no object", what, object.dump()));
  const auto it = object.find(key);
  if (it == object.end()) throw Malformed(fmt::format("{}: \"{}\" is missing", what, key));
  return *it;
}

Ps microseconds(const Json& value, std::string_view what) {
  if (value.is_number_float()) return static_cast<Ps>(std::llround(value.get<double>() * 1e6));
  return static_cast<Ps>(integer(value, what)) * 1_us;
}

std::uint64_t integer_or(const Json& object, const char* key, std::uint64_t otherwise, std::string_view what) {
  const auto it = object.find(key);
  return it == object.end() ? otherwise : integer(*it, fmt::format("{}.{}", what, key));
}

bool flag_or(const Json& object, const char* key, bool otherwise, std::string_view what) {
  const auto it = object.find(key);
  if (it == object.end()) return otherwise;
  if (it->is_boolean()) return it->get<bool>();
  if (*it == 0 || *it == 1) return *it == 1;
  throw Malformed(fmt::format("{}.{}: {} is no flag", what, key, it->dump()));
}

const std::string& text(const Json& value, std::string_view what) {
  if (!value.is_string()) throw Malformed(fmt::format("{}: {} is no name", what, value.dump()));
  return value.get_ref<const std::string&>();
}

void only(const Json& object, std::initializer_list<std::string_view> allowed, std::string_view what) {
  if (!object.is_object()) throw Malformed(fmt::format("{}: {} is no object", what, object.dump()));
  for (const auto& [key, value] : object.items()) {
    if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
      throw Malformed(fmt::format("{}: unknown member \"{}\"", what, key));
    }
  }
}

bool matches(std::uint64_t got, const Json& wanted, std::string_view what) {
  if (wanted.is_array()) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const Json& one) { return matches(got, one, what); });
  }
  if (wanted.is_boolean()) return got == (wanted.get<bool>() ? 1U : 0U);
  if (!is_range(wanted)) return got == integer(wanted, what);
  only(wanted, {"min", "max"}, what);
  return got >= integer_or(wanted, "min", 0, what) && got <= integer_or(wanted, "max", ~std::uint64_t{0}, what);
}

bool matches(std::string_view got, const Json& wanted, std::string_view what) {
  if (wanted.is_array()) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const Json& one) { return matches(got, one, what); });
  }
  return got == text(wanted, what);
}

bool matches_syndrome(std::uint8_t got, const Json& wanted) {
  if (wanted.is_array()) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const Json& one) { return matches_syndrome(got, one); });
  }
  if (wanted == "ack") return got < 32;
  if (wanted == "rnr") return got >= 32 && got < 64;
  if (wanted == "nak") return got >= 96 && got < 128;
  return matches(std::uint64_t{got}, wanted, "syndrome");
}

void differ(std::string_view what, const Json& wanted, const std::string& got) {
  throw Failure(
      fmt::format("{}: wanted {}, got {}", what, wanted.is_string() ? wanted.get<std::string>() : wanted.dump(), got));
}

void expect(std::uint64_t got, const Json& wanted, std::string_view what) {
  if (!matches(got, wanted, what)) differ(what, wanted, fmt::format("{} (0x{:x})", got, got));
}

void expect(std::string_view got, const Json& wanted, std::string_view what) {
  if (!matches(got, wanted, what)) differ(what, wanted, std::string(got));
}

}  // namespace rocelab::app::replay
