#pragma once
#include <optional>
#include <string>

#include "tlm/facts.h"

namespace rocelab::waves {

/// What can be said about a moment.
struct Telling {
  std::optional<char> letter;  // 'A'..'Z': its marker in every view of the run
  std::string brief;           // a few words, ASCII
  std::string full;            // a sentence, UTF-8
};

/// Supplies the words that a sink needs while it streams; no model and no sink has any of its own.
/// Each sink owns a narrator and asks it exactly once for every moment, in the order of the stream. A narrator whose
/// answers depend only on what it was asked so far therefore gives a moment the same letter in every sink.
class Narrator {
 public:
  virtual ~Narrator() = default;
  virtual Telling tell(const Moment&) = 0;
};

}  // namespace rocelab::waves
