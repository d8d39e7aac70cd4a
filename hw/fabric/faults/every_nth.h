#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Frame number `first` (counted from 1) and every n-th after it.
class EveryNth : public Trigger {
 public:
  EveryNth(std::uint64_t n, std::uint64_t first) : n_(n), countdown_(first) {}

  bool fires(const Packet&, Ps, Ps) override {
    if (--countdown_ != 0) return false;
    countdown_ = n_;
    return true;
  }

 private:
  std::uint64_t n_;
  std::uint64_t countdown_;
};

inline const TriggerKind every_nth_kind{
    "every_nth",
    "every n-th frame",
    {{"n", "", 1, 1e15, 256, "one frame in n"}, {"first", "", 0, 1e15, 0, "number of the first one; 0: n"}},
    {"dropped.every_nth"},
    [](TriggerParts p) -> std::unique_ptr<Trigger> {
      const auto n = static_cast<std::uint64_t>(p.numbers.at("n"));
      const auto first = static_cast<std::uint64_t>(p.numbers.at("first"));
      return std::make_unique<EveryNth>(n, first == 0 ? n : first);
    }};

}  // namespace rocelab::fabric
