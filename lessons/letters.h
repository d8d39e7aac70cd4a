#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace rocelab::lessons {

/// Gives the letters A…Z to moments: the first of each kind on each lane gets the next one, everything else none.
/// Fed in order of time, it gives the same letters to whoever asks: the waveform, the capture file, the summary.
class Letters {
 public:
  std::optional<char> next(std::string_view kind, std::string_view lane) {
    if (!seen_.emplace(kind, lane).second || next_ > 'Z') return std::nullopt;
    return next_++;
  }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
  char next_ = 'A';
};

}  // namespace rocelab::lessons
