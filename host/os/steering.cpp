#include "host/os/steering.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "host/os/kernel.h"

namespace rocelab::host {

Softnet& Kernel::softnet_of(const Core& core) {
  const auto it = std::find_if(softnets_.begin(), softnets_.end(), [&](const Softnet& s) { return &s.core == &core; });
  if (it == softnets_.end()) throw std::logic_error("kernel: a core of another computer");
  return *it;
}

/// What RFS follows: Linux notes it at each recvmsg().
void Kernel::reads_at(Socket& socket, Thread& thread) { socket.reader_at = &softnet_of(thread.core()); }

/// RFS: what belongs to readers of other cores goes into their backlogs; a core that was at rest is told.
void Kernel::spread(Softnet& here) {
  if (config_.steering != Steering::rfs) return;
  std::deque<Received> mine;
  std::vector<std::pair<Softnet*, Tag>> others;
  for (Received& r : here.backlog) {
    Softnet* const to = r.socket ? r.socket->reader_at : nullptr;
    if (!to || to == &here) {
      mine.push_back(std::move(r));
      continue;
    }
    if (!to->stepping && !to->called) {
      to->called = true;
      others.emplace_back(to, r.socket->tag);
    }
    to->backlog.push_back(std::move(r));
  }
  here.backlog = std::move(mine);
  for (const auto& [to, tag] : others) {
    call(here.core, to->core, tag, [this, to = to, tag = tag] {
      to->called = false;
      const Ps entry = config_.costs.cycles(config_.costs.softirq_entry);
      to->core.run({Context::softirq, Book::softirq, entry, tag}, [this, to] { kick(*to); });
    });
  }
}

/// Accelerated RFS: a segment came up on another core than its reader's. The driver's worker has the NIC send the next
/// ones to a queue of that core, if there is one.
void Kernel::pin(Softnet& here, Socket& s) {
  if (config_.steering != Steering::arfs || !s.reader_at || s.reader_at == &here || s.pinned_to == s.reader_at) return;
  const auto napi = std::find_if(napis_.begin(), napis_.end(), [&](const Napi& n) { return &n.home == s.reader_at; });
  if (napi == napis_.end()) return;
  s.pinned_to = s.reader_at;
  const nic::Flow flow{s.ends.destination, s.ends.source, s.remote_port, s.local_port};
  here.core.run({Context::thread, Book::softirq, config_.costs.other_command, s.tag},
                [this, flow, queue = napi->queue] { nic_.steering().pin(flow, queue); });
}

/// An inter-processor interrupt. The other core comes out of whatever it did, and then does `then`.
void Kernel::call(Core& from, Core& to, Tag tag, Action then) {
  const KernelCosts& c = config_.costs;
  probe_.count(count_ipis, tag);
  from.run({Context::softirq, Book::softirq, c.cycles(c.ipi_send), tag}, {});
  auto held = std::make_shared<Action>(std::move(then));
  timeline_.after(c.ipi_delivery, [this, &to, tag, held] {
    const Ps handler = config_.costs.cycles(config_.costs.ipi_handler);
    to.run({Context::interrupt, Book::interrupt, handler, tag}, [held] { (*held)(); });
  });
}

/// A thread is to go on. On its own core it is enough to say so; another one must be told.
void Kernel::reach(Thread& thread, Action then) {
  if (here_ && here_ != &thread.core()) return call(*here_, thread.core(), thread.tag(), std::move(then));
  timeline_.after(config_.costs.wakeup_latency, std::move(then));
}

}  // namespace rocelab::host
