#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/packetdrill/script.h"

namespace rocelab::app::packetdrill {

/// Part of a name: a letter, a digit or '_'.
bool is_word(char c);

/// The text is not a script; what() names file, line and column.
struct SyntaxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a script's characters; the language has no context-free words ("." alone is a flag, a decimal point or a third
/// of a wildcard), so that each rule asks for what it expects.
class Cursor {
 public:
  Cursor(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}

  /// Passes blanks, line ends and comments.
  void skip();
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool looking_at(std::string_view s) const { return text_.substr(at_, s.size()) == s; }
  /// Passes `s` if it comes next, after blanks.
  bool take(std::string_view s);
  /// Like take(), but it must be there.
  void expect(std::string_view s);

  /// Letters, digits and '_'; empty when none comes next.
  std::string word();
  bool at_number() const;
  /// Decimal or 0x.
  std::int64_t integer();
  /// Its low 32 bits, as in a field of TCP's header.
  std::uint32_t integer32() { return static_cast<std::uint32_t>(integer()); }
  /// "1", ".25", "0.5": seconds as picoseconds.
  Ps seconds();
  /// Everything up to `end`, which is passed, too.
  std::string until(std::string_view end);
  /// Characters of `set`.
  std::string run_of(std::string_view set);
  /// The rest of the line.
  std::string rest_of_line();

  Place place() const { return place_; }
  std::size_t offset() const { return at_; }
  std::string slice(std::size_t from) const { return std::string(text_.substr(from, at_ - from)); }
  [[noreturn]] void fail(const std::string& message) const { fail(message, place_); }
  [[noreturn]] void fail(const std::string& message, Place where) const;
  const std::string& file() const { return file_; }

 private:
  void step();

  std::string file_;
  std::string_view text_;
  std::size_t at_ = 0;
  Place place_;
};

}  // namespace rocelab::app::packetdrill
