#pragma once
#include <functional>
#include <map>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::scenarios {

/// The stages of one lane inside its window. A span may be reported before its end is reached, and the window may
/// close meanwhile: what lies in the future waits until the window's end is known.
class StageTally {
 public:
  void open(Ps t0) { t0_ = t0; }
  void close(Ps t);
  /// `host`: where the stage belongs; no_host is the network. Called once per span, so nothing is named here.
  void add(const Span&, HostId host, Ps now);
  /// `name_of` gives a host's role: local, peer, network.
  std::vector<StageSpan> result(const std::function<std::string(HostId)>& name_of) const;

 private:
  struct Pending {
    Span span;
    HostId host;
  };

  void settle(const Span&, HostId host);
  void settle_up_to(Ps now);

  Ps t0_ = never;
  Ps close_ = never;
  std::vector<Pending> pending_;
  struct Union {
    Ps begin, end, busy;
    std::uint64_t bytes;
  };

  std::map<std::pair<HostId, const Stage*>, Union> stages_;
};

}  // namespace rocelab::scenarios
