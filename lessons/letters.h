#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "tlm/units.h"

namespace rocelab::lessons {

/// Gives the letters A…Z to moments: the first of each kind on each lane gets the next one, everything else none.
/// A lane tells one story, that of the family its first moment is of (the word before the dot): the TCP connection over
/// which an RDMA lane exchanges its keys goes without letters. What the network does to a lane's frames belongs to its
/// story, and to RDMA's what the verbs library refuses.
/// Lanes that do the same at the same instant, because the scenario makes them alike up to there, share one letter,
/// that of the first: else 26 are used up before their stories part. Fed in order of time, it gives the same letters to
/// whoever asks: the waveform, the capture file, the summary.
class Letters {
 public:
  std::optional<char> next(std::string_view kind, std::string_view lane, Ps t) {
    std::string family(kind.substr(0, kind.find('.')));
    if (family == "verbs") family = "rdma";  // a call that the library refuses
    if (family != "network" && stories_.emplace(lane, family).first->second != family) return std::nullopt;
    if (!seen_.emplace(kind, lane).second || !told_.emplace(kind, t).second || next_ > 'Z') return std::nullopt;
    return next_++;
  }

 private:
  std::map<std::string, std::string> stories_;          // lane → family
  std::set<std::pair<std::string, std::string>> seen_;  // kind, lane
  std::set<std::pair<std::string, Ps>> told_;           // kind, when it first happened on some lane
  char next_ = 'A';
};

}  // namespace rocelab::lessons
