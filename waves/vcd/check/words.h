#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace rocelab::waves {

/// A file as words, each with its line, and what was found wrong on the way.
class VcdWords {
 public:
  struct Word {
    std::string_view text;
    std::size_t line;
  };

  /// `text` must outlive it. Notes what is no plain ASCII and a last line without its end.
  explicit VcdWords(std::string_view text);

  const Word* next() { return at_ < words_.size() ? &words_[at_++] : nullptr; }
  const Word* peek() const { return at_ < words_.size() ? &words_[at_] : nullptr; }
  /// The words up to $end. A command that never ends is a problem, said at the line where it began.
  std::vector<std::string_view> until_end(std::string_view command);

  /// Notes a problem at the line of the word that next() gave last.
  void say(const std::string& what);
  std::vector<std::string> take_problems() { return std::move(problems_); }

 private:
  void say(std::size_t line, const std::string& what);

  std::vector<Word> words_;
  std::size_t at_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace rocelab::waves
