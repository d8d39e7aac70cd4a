#include "app/packetdrill/cursor.h"

#include <fmt/format.h>

#include <cctype>

namespace rocelab::app::packetdrill {
using namespace literals;
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void Cursor::fail(const std::string& message, Place where) const {
  throw SyntaxError(fmt::format("{}:{}:{}: {}", file_, where.line, where.column, message));
}

void Cursor::step() {
  if (at_end()) return;
  if (text_[at_++] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
}

void Cursor::skip() {
  while (!at_end()) {
    if (std::isspace(static_cast<unsigned char>(peek()))) {
      step();
    } else if (looking_at("//") || peek() == '#') {
      while (!at_end() && peek() != '\n') step();
    } else if (looking_at("/*")) {
      const Place begin = place_;
      while (!at_end() && !looking_at("*/")) step();
      if (at_end()) fail("this comment does not end", begin);
      step(), step();
    } else {
      return;
    }
  }
}

bool Cursor::take(std::string_view s) {
  skip();
  if (!looking_at(s)) return false;
  for (std::size_t i = 0; i < s.size(); ++i) step();
  return true;
}

void Cursor::expect(std::string_view s) {
  if (take(s)) return;
  fail(fmt::format("expected '{}', found {}", s, at_end() ? "the end" : fmt::format("'{}'", peek())));
}

std::string Cursor::word() {
  skip();
  const std::size_t from = at_;
  while (is_word(peek())) step();
  return slice(from);
}

bool Cursor::at_number() const { return is_digit(peek()) || (peek() == '.' && is_digit(peek(1))); }

std::int64_t Cursor::integer() {
  skip();
  const bool hex = looking_at("0x") || looking_at("0X");
  const std::string digits = word();
  std::size_t used = 0;
  std::int64_t value = 0;
  try {
    value = static_cast<std::int64_t>(std::stoull(digits, &used, hex ? 16 : 10));
  } catch (const std::exception&) {
    used = 0;
  }
  if (digits.empty() || used != digits.size()) fail(fmt::format("expected a number, found '{}'", digits));
  return value;
}

Ps Cursor::seconds() {
  skip();
  if (!at_number()) fail("expected a time");
  constexpr Ps most = never / 1_s - 1;
  Ps whole = 0, part = 0;
  while (is_digit(peek())) {
    whole = whole * 10 + (peek() - '0');
    if (whole > most) fail("a time beyond what is modelled");
    step();
  }
  if (peek() == '.' && is_digit(peek(1))) {
    step();
    for (Ps unit = 1_s / 10; is_digit(peek()); unit /= 10, step()) part += unit * (peek() - '0');
  }
  return whole * 1_s + part;
}

std::string Cursor::until(std::string_view end) {
  const std::size_t from = at_;
  const Place begin = place_;
  while (!at_end() && !looking_at(end)) step();
  if (at_end()) fail(fmt::format("'{}' is missing", end), begin);
  const std::string text = slice(from);
  for (std::size_t i = 0; i < end.size(); ++i) step();
  return text;
}

std::string Cursor::run_of(std::string_view set) {
  const std::size_t from = at_;
  while (!at_end() && set.find(peek()) != std::string_view::npos) step();
  return slice(from);
}

std::string Cursor::rest_of_line() {
  const std::size_t from = at_;
  while (!at_end() && peek() != '\n') step();
  return slice(from);
}

}  // namespace rocelab::app::packetdrill
