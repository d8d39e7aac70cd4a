#include <algorithm>

#include "hw/rnic/completions.h"
#include "hw/rnic/compressed_cqe.h"
#include "hw/rnic/resource_facts.h"

/// CQE compression: completions that come while an entry is on its way to memory share the next one. With nothing on
/// its way a completion goes at once, so that a single one is never late.
namespace rocelab::rnic {

void Completions::join(CqId id, PacketPtr entry, bool solicited) {
  Queue& q = queues_[id.value];
  const auto cqe = [](const Waiting& w) { return abi::Cqe::decode(w.entry->data); };
  if (!q.open.empty() && !abi::CompressedCqe::joins(cqe(q.open.front()), abi::Cqe::decode(entry->data))) close(id);
  q.open.push_back({std::move(entry), solicited});
  if (q.writing == 0 || q.open.size() == abi::CompressedCqe::most) close(id);
}

/// What is open goes to memory as one entry.
void Completions::close(CqId id) {
  Queue& q = queues_[id.value];
  std::vector<Waiting> open;
  open.swap(q.open);
  const Tag tag = open.front().entry->tag;
  if (open.size() == 1) return put(id, std::move(open.front().entry), tag, open.front().solicited);
  std::vector<abi::Cqe> all;
  for (const Waiting& w : open) all.push_back(abi::Cqe::decode(w.entry->data));
  PacketPtr entry = device_.pool.make(abi::cqe_bytes);
  abi::CompressedCqe::encode(all, entry->data);
  entry->tag = tag;
  device_.probe.count(cqes_joined, tag, open.size() - 1);
  const bool solicited = std::any_of(open.begin(), open.end(), [](const Waiting& w) { return w.solicited; });
  put(id, std::move(entry), tag, solicited);
}

}  // namespace rocelab::rnic
