#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// Every sentence that a user reads, in both languages, by dotted id ("moment.rdma.posted", "row.copies").
/// The built-in table is the .toml files beside this one; a leaf of it is a table with the members zh and en, and
/// `brief` where a waveform shows it.
class Words {
 public:
  Words() = default;
  explicit Words(std::string_view toml);
  /// Throws std::runtime_error when `toml` is not TOML.
  void add(std::string_view toml);

  /// The table that the program carries.
  static const Words& built_in();

  /// nullptr if there is none.
  const Text* find(const std::string& id) const;
  /// The id itself, in both languages, if there is none: an unknown name is shown, never hidden.
  Text get(const std::string& id) const;

  /// A few words in ASCII for the waveform; the last part of the id if there are none.
  std::string brief(const std::string& id) const;

  /// Word number `i` of a list ("qp_state" 3 → "RTS"), or the number where the list has none.
  std::string word(const std::string& list, std::uint64_t i) const;

  /// The names of the bits in `set` that the list has under that name ("access" 3 → "LOCAL_WRITE | REMOTE_WRITE"), "0"
  /// for none; nothing where no list of flags has that name.
  std::optional<std::string> flags(const std::string& list, std::uint64_t set) const;

  /// Ids that lack one of the languages.
  std::vector<std::string> incomplete() const;
  const std::map<std::string, Text>& all() const { return texts_; }

 private:
  std::map<std::string, Text> texts_;
  std::map<std::string, std::string> briefs_;
  std::map<std::string, std::vector<std::string>> lists_, flags_;
};

/// `template_text` with every {name} replaced by its value; {name:x} writes it in hexadecimal, {name:LIST} takes the
/// word at that place of a list of words.toml, or the names of its bits where LIST is one of flags. {name:ONE/MANY}
/// counts: "1 page", "2 pages". A name without a value becomes "?".
std::string fill(const std::string& template_text, const std::map<std::string, std::uint64_t>& values);
Text fill(const Text& template_text, const std::map<std::string, std::uint64_t>& values);

}  // namespace rocelab::lessons
