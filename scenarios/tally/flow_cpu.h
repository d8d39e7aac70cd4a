#pragma once
#include <utility>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::scenarios {

/// What cores did for one flow: by host and heading, and by message.
class FlowCpu {
 public:
  /// `within` of the piece lies inside the lane's window.
  void add(HostId host, const CoreTime& piece, Ps within) {
    at(host).by_book[static_cast<std::size_t>(piece.book)] += within;
    if (piece.tag.message == no_message) return;
    if (messages_.size() <= piece.tag.message.value) messages_.resize(piece.tag.message.value + 1);
    messages_[piece.tag.message.value] += within;
  }

  const std::vector<std::pair<HostId, CpuTime>>& hosts() const { return hosts_; }
  /// Of message n at n; what is a flow's but no message's is in none of them.
  const std::vector<Ps>& messages() const { return messages_; }

 private:
  CpuTime& at(HostId host) {  // of two
    for (auto& [known, cpu] : hosts_)
      if (known == host) return cpu;
    return hosts_.emplace_back(host, CpuTime{}).second;
  }

  std::vector<std::pair<HostId, CpuTime>> hosts_;
  std::vector<Ps> messages_;
};

}  // namespace rocelab::scenarios
