#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelab::app {

/// One field as decoded from a frame, under the name that packet vectors give it.
struct Field {
  /// How a vector writes the value: number = integer or "0x…"; hex = digits without prefix; address = dotted or
  /// colons; octets = two digits each; opcode = a name or a number.
  enum class Kind { number, hex, address, octets, opcode };

  std::string_view name;
  Kind kind;
  std::uint64_t number = 0;  // number, hex, opcode
  std::string octets = {};   // address, octets
};
using Fields = std::vector<Field>;

/// Nothing when `wanted` is the value of `got`; else "wanted …, got …", also where `wanted` is no value of this kind.
std::optional<std::string> difference(const Field& got, const nlohmann::json& wanted);

/// An integer, or a string of decimal digits or of "0x…"; nothing for anything else.
std::optional<std::uint64_t> number_of(const nlohmann::json& wanted);

/// Octets of a string of hex digits, two each; nothing for anything else.
std::optional<std::string> octets_of_hex(std::string_view digits);
std::string hex_of(std::string_view octets);

}  // namespace rocelab::app
