#include <algorithm>

#include "host/os/kernel.h"

/// epoll's system calls, and the wake-up of a file that has them in its wait queue.
namespace rocelab::host {

Epoll& Kernel::epoll_create(Thread& thread) {
  enter(thread);
  Epoll& made = epolls_.emplace_back();
  leave(thread);
  return made;
}

int Kernel::change_interest(Thread& thread, std::uint32_t cycles, const std::function<int()>& change) {
  enter(thread);
  thread.spend(Book::syscall, config_.costs.cycles(cycles));
  const int error = change();
  leave(thread);
  return error;
}

int Kernel::epoll_add(Thread& thread, Epoll& epoll, Pollable& file, Epoll::Event event) {
  return change_interest(thread, config_.costs.epoll_add, [&] { return epoll.add(file, event); });
}

int Kernel::epoll_modify(Thread& thread, Epoll& epoll, Pollable& file, Epoll::Event event) {
  return change_interest(thread, config_.costs.epoll_modify, [&] { return epoll.modify(file, event); });
}

int Kernel::epoll_delete(Thread& thread, Epoll& epoll, Pollable& file) {
  return change_interest(thread, config_.costs.epoll_modify, [&] { return epoll.remove(file); });
}

std::vector<Epoll::Event> Kernel::epoll_wait(Thread& thread, Epoll& epoll, std::size_t most, Ps timeout) {
  enter(thread);
  const Ps until = timeout == never ? never : timeline_.now() + timeout;
  const auto waiter = std::make_shared<Waiter>();
  if (until > timeline_.now() && until != never) wake_up_at(waiter, thread, until);
  std::vector<Epoll::Event> events;
  while (true) {
    if (const std::size_t n = std::min(most, epoll.listed())) {
      thread.spend(Book::syscall, config_.costs.cycles(config_.costs.epoll_item * n));
      events = epoll.take(n);
      if (!events.empty()) break;
    } else if (timeline_.now() >= until) {
      break;
    } else {
      const auto place = epoll.sleepers.insert(epoll.sleepers.end(), waiter);
      sleep(thread, *waiter);
      epoll.sleepers.erase(place);
    }
  }
  leave(thread);
  return events;
}

/// The timer of a call that waits so long and no longer is an interrupt of the thread's core.
void Kernel::wake_up_at(const std::shared_ptr<Waiter>& waiter, Thread& thread, Ps at) {
  timeline_.at(at, [this, &thread, weak = std::weak_ptr<Waiter>(waiter)] {
    if (weak.expired()) return;
    const Job handler{Context::interrupt, Book::interrupt, config_.costs.cycles(config_.costs.interrupt_handler),
                      thread.tag()};
    thread.core().run(handler, [this, weak, tag = thread.tag()] {
      probe_.count(count_interrupts, tag);
      if (const auto waiter = weak.lock()) wake(*waiter);
    });
  });
}

void Kernel::notify(Pollable& file, Tag tag) {
  if (file.items.empty()) return;
  const std::uint32_t news = file.news();
  for (const auto& item : file.items) {
    if ((news & (item->event.events | epoll::always)) == 0) continue;
    const Ps cost = config_.costs.cycles(config_.costs.epoll_callback);
    Core& core = here_ ? *here_ : softnets_.front().core;
    core.run({Context::softirq, Book::softirq, cost, tag}, [this, &core, item = item, news] {
      const Here here(here_, core);
      if (!item->epoll.callback(*item, news)) return;
      auto& sleepers = item->epoll.sleepers;
      const auto idle = std::find_if(sleepers.begin(), sleepers.end(), [](const auto& w) { return !w->waking; });
      if (idle != sleepers.end()) wake(**idle);
    });
  }
}

}  // namespace rocelab::host
