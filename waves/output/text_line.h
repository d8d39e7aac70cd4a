#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace rocelab::waves {

/// A piece of text that is put together again and again: its memory stays, and adding to it is a copy and no call.
class TextLine {
 public:
  void clear() { size_ = 0; }
  std::string_view text() const { return {octets_.data(), size_}; }

  /// A literal.
  template <std::size_t n>
  TextLine& operator<<(const char (&literal)[n]) {
    std::memcpy(room(n - 1), literal, n - 1);
    size_ += n - 1;
    return *this;
  }
  TextLine& operator<<(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    size_ += text.size();
    return *this;
  }
  TextLine& operator<<(char c) {
    *room(1) = c;
    ++size_;
    return *this;
  }
  /// Decimal.
  TextLine& operator<<(std::uint64_t n) {
    char digits[20];
    char* first = digits + sizeof digits;
    do {
      *--first = static_cast<char>('0' + n % 10);
      n /= 10;
    } while (n != 0);
    return *this << std::string_view(first, static_cast<std::size_t>(digits + sizeof digits - first));
  }

 private:
  char* room(std::size_t octets) {
    if (size_ + octets > octets_.size()) octets_.resize(2 * (size_ + octets));
    return octets_.data() + size_;
  }

  std::string octets_;
  std::size_t size_ = 0;
};

}  // namespace rocelab::waves
