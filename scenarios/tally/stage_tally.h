#pragma once
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
  /// `host` is the role: local, peer, network.
  void add(const Span&, const std::string& host, Ps now);
  std::vector<StageSpan> result() const;

 private:
  struct Pending {
    Span span;
    std::string host;
  };

  void settle(const Span&, const std::string& host);
  void settle_up_to(Ps now);

  Ps t0_ = never;
  Ps close_ = never;
  std::vector<Pending> pending_;
  std::map<std::pair<std::string, std::string>, StageSpan> stages_;  // by host and id
};

}  // namespace rocelab::scenarios
