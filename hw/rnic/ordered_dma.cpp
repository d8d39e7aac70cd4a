#include "hw/rnic/ordered_dma.h"

namespace rocelab::rnic {

void OrderedDma::in_order(Qpn qp, const std::vector<protection::Piece>& pieces, Tag tag, std::function<void()> move) {
  const auto job = std::make_shared<Job>();
  job->move = std::move(move);
  queues_[qp.value].push_back(job);
  for (const protection::Piece& piece : pieces) {
    const std::uint64_t last = entry_of(piece.address + piece.length - 1);
    for (std::uint64_t entry = entry_of(piece.address); entry <= last; ++entry) {
      if (pages_.here(entry, tag)) continue;
      ++job->missing;
      pages_.await(entry, tag, [this, qp, job] { found(qp, *job); });
    }
  }
  found(qp, *job);
}

void OrderedDma::found(Qpn qp, Job& job) {
  --job.missing;
  const auto queue = queues_.find(qp.value);
  if (queue == queues_.end()) return;
  std::deque<std::shared_ptr<Job>>& jobs = queue->second;
  // A move may ask for another one, which then stands behind these.
  while (!jobs.empty() && jobs.front()->missing == 0 && !jobs.front()->running) {
    jobs.front()->running = true;
    jobs.front()->move();
    jobs.pop_front();
  }
  if (jobs.empty()) queues_.erase(qp.value);
}

}  // namespace rocelab::rnic
