#pragma once
#include <deque>
#include <map>
#include <string>

#include "app/conformance/rc_setup.h"

namespace rocelab::app::replay {

/// The completions of a case, sorted by the queue to which each wr_id was posted. Order between queues is free.
class Completions {
 public:
  explicit Completions(Objects& objects) : objects_(objects) {}

  /// The queue of a request: "SQ of q", "RQ of q", "SRQ s".
  void posted(std::uint64_t wr_id, std::string queue) { queue_of_[wr_id] = std::move(queue); }

  /// Takes what stands in the CQs; Failure for a wr_id that nobody posted.
  void poll();

  /// The oldest unconsumed completion of the queue to which the wr_id of a `cqe` step was posted; nullptr when none.
  const verbs::ibv_wc* oldest(const Json& cqe) const;
  /// Failure unless the oldest one is what the step wants; consume() takes it.
  void expect(const Json& cqe) const;
  void consume(const Json& cqe);

  /// What is left, as "wr_id 7 WR_FLUSH_ERR in RQ of q"; empty when nothing is.
  std::string left() const;

 private:
  const std::string& queue(const Json& cqe) const;

  Objects& objects_;
  std::map<std::uint64_t, std::string> queue_of_;
  std::map<std::string, std::deque<verbs::ibv_wc>> waiting_;
};

/// Failure unless a completion is what a `cqe` step wants.
void expect_completion(const verbs::ibv_wc&, const Json& cqe, const Names&);

}  // namespace rocelab::app::replay
