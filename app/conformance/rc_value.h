#pragma once
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/conformance/outcome.h"
#include "tlm/units.h"

/// Reading and comparing the values of rc-cases/1 (FORMAT.md, "File and values").
namespace rocelab::app::replay {

using Json = nlohmann::json;

/// The case itself is wrong: a member is missing, unknown or not what it can be. Unlike other failures never taken for
/// "does not match", where a step may or may not match.
struct Malformed : Failure {
  using Failure::Failure;
};

/// A JSON integer or a string "0x…". Negative ones come as two's complement: offsets may be.
std::uint64_t integer(const Json& value, std::string_view what);
/// A number of microseconds, which may have a fraction, in picoseconds.
Ps microseconds(const Json& value, std::string_view what);

/// The member of an object; Malformed when it is not there.
const Json& member(const Json& object, const char* key, std::string_view what);
/// As an integer, or `otherwise` where it is absent.
std::uint64_t integer_or(const Json& object, const char* key, std::uint64_t otherwise, std::string_view what);
/// 0, 1, true or false, or `otherwise` where it is absent.
bool flag_or(const Json& object, const char* key, bool otherwise, std::string_view what);
const std::string& text(const Json& value, std::string_view what);

/// Malformed when `object` is none or has a member that is not listed: nothing is silently ignored.
void only(const Json& object, std::initializer_list<std::string_view> allowed, std::string_view what);

/// A match value over numbers: scalar, list of alternatives, {"min","max"}.
bool matches(std::uint64_t got, const Json& wanted, std::string_view what);
/// A match value over names: scalar or list of alternatives.
bool matches(std::string_view got, const Json& wanted, std::string_view what);
/// The same of an AETH syndrome, which also takes "ack", "rnr" and "nak".
bool matches_syndrome(std::uint8_t got, const Json& wanted);

/// Throws Failure "what: wanted …, got …".
[[noreturn]] void differ(std::string_view what, const Json& wanted, const std::string& got);
/// differ() unless `got` matches.
void expect(std::uint64_t got, const Json& wanted, std::string_view what);
void expect(std::string_view got, const Json& wanted, std::string_view what);

}  // namespace rocelab::app::replay
