#include "app/conformance/icrc_field.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>

#include "tlm/wire/opcode.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::json;

std::optional<std::uint64_t> digits(std::string_view text, int base) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return n;
}

std::optional<std::uint64_t> hex_number(const Json& wanted) {
  const bool bare = wanted.is_string() && wanted.get_ref<const std::string&>().rfind("0x", 0) != 0;
  return bare ? digits(wanted.get_ref<const std::string&>(), 16) : number_of(wanted);
}

std::optional<std::uint64_t> opcode(const Json& wanted) {
  if (const auto n = number_of(wanted)) return n;
  if (!wanted.is_string()) return std::nullopt;
  std::string text = wanted.get<std::string>();
  // The vectors shorten READ responses, the cases do not (FORMAT.md).
  if (text.rfind("RRESP_", 0) == 0) text.replace(0, 6, "READ_RESP_");
  for (unsigned code = 0; code < 256; ++code) {
    const auto op = static_cast<wire::Opcode>(code);
    if (wire::traits(op).known && wire::name(op) == text) return code;
  }
  return std::nullopt;
}

std::optional<std::string> address(const Json& wanted) {
  if (!wanted.is_string()) return std::nullopt;
  const std::string& text = wanted.get_ref<const std::string&>();
  const bool v6 = text.find(':') != std::string::npos;
  std::string octets(v6 ? 16 : 4, '\0');
  if (inet_pton(v6 ? AF_INET6 : AF_INET, text.c_str(), octets.data()) != 1) return std::nullopt;
  return octets;
}

bool equal(const Field& got, const Json& wanted) {
  switch (got.kind) {
    case Field::Kind::number:
      return number_of(wanted) == got.number;
    case Field::Kind::hex:
      return hex_number(wanted) == got.number;
    case Field::Kind::opcode:
      return opcode(wanted) == got.number;
    case Field::Kind::address:
      return address(wanted) == got.octets;
    case Field::Kind::octets:
      return wanted.is_string() && octets_of_hex(wanted.get_ref<const std::string&>()) == got.octets;
  }
  return false;
}

std::string text_of(const Field& got) {
  switch (got.kind) {
    case Field::Kind::number:
      return fmt::format("{} (0x{:x})", got.number, got.number);
    case Field::Kind::hex:
      return fmt::format("{:04x}", got.number);
    case Field::Kind::opcode:
      return fmt::format("{} (0x{:02x})", wire::name(static_cast<wire::Opcode>(got.number)), got.number);
    case Field::Kind::address: {
      char text[INET6_ADDRSTRLEN] = {};
      inet_ntop(got.octets.size() == 4 ? AF_INET : AF_INET6, got.octets.data(), text, sizeof text);
      return text;
    }
    case Field::Kind::octets:
      return hex_of(got.octets);
  }
  return {};
}

}  // namespace

std::optional<std::uint64_t> number_of(const Json& wanted) {
  if (wanted.is_number_unsigned()) return wanted.get<std::uint64_t>();
  // A document built in code, not parsed, holds what is not negative as signed.
  if (wanted.is_number_integer() && wanted.get<std::int64_t>() >= 0) return wanted.get<std::uint64_t>();
  if (!wanted.is_string()) return std::nullopt;
  const std::string& text = wanted.get_ref<const std::string&>();
  return text.rfind("0x", 0) == 0 ? digits(std::string_view(text).substr(2), 16) : digits(text, 10);
}

std::optional<std::string> difference(const Field& got, const Json& wanted) {
  if (equal(got, wanted)) return std::nullopt;
  return fmt::format("wanted {}, got {}", wanted.is_string() ? wanted.get<std::string>() : wanted.dump(), text_of(got));
}

std::optional<std::string> octets_of_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string octets;
  octets.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto octet = digits(text.substr(i, 2), 16);
    if (!octet) return std::nullopt;
    octets.push_back(static_cast<char>(*octet));
  }
  return octets;
}

std::string hex_of(std::string_view octets) {
  std::string text;
  for (const char octet : octets) text += fmt::format("{:02x}", static_cast<unsigned char>(octet));
  return text;
}

}  // namespace rocelab::app
