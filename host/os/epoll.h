#pragma once
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <vector>

#include "host/os/thread.h"

namespace rocelab::host {

/// Bits of an epoll_event, with the values of Linux.
namespace epoll {
inline constexpr std::uint32_t in = 0x1, out = 0x4, err = 0x8, hup = 0x10, rdhup = 0x2000;
inline constexpr std::uint32_t one_shot = 1u << 30, edge = 1u << 31;
inline constexpr std::uint32_t always = err | hup;  // told whether asked for or not
}  // namespace epoll

/// A thread that waits in a system call, or in many of them, and what wakes it.
struct Waiter {
  Thread* thread = nullptr;
  bool waking = false;  // on its way: a second reason to wake changes nothing
  bool awake = false;   // it does not sleep but asks again and again
};

struct EpollItem;

/// A file that can be waited for.
class Pollable {
 public:
  virtual ~Pollable() = default;
  /// What it is ready for now: epoll bits.
  virtual std::uint32_t readiness() const = 0;
  /// What has come since this was last asked, though it may have been ready for it before: what an edge is made of.
  virtual std::uint32_t news() = 0;

  std::vector<std::shared_ptr<EpollItem>> items;  // in its wait queue
};

/// An epoll instance without its costs: who is of interest, who is ready, who sleeps (epoll(7); the lists are those of
/// fs/eventpoll.c).
class Epoll {
 public:
  struct Event {
    std::uint32_t events = 0;
    std::uint64_t data = 0;  // the caller's own
  };

  Epoll() = default;
  Epoll(const Epoll&) = delete;

  // Errno values: EEXIST, ENOENT; 0.
  int add(Pollable&, Event);
  int modify(Pollable&, Event);
  int remove(Pollable&);

  /// An item's file has news. False where it is not armed for any of it.
  bool callback(EpollItem&, std::uint32_t news);

  std::size_t listed() const { return ready_.size(); }
  /// Polls at most `most` of the ready list. A level-triggered item that is ready goes back to its end and is polled
  /// again next time; an edge-triggered one waits for news.
  std::vector<Event> take(std::size_t most);

  /// Threads in epoll_wait().
  std::list<std::shared_ptr<Waiter>> sleepers;

 private:
  static std::shared_ptr<EpollItem> item_of(const Epoll*, const Pollable&);
  void list_if_ready(const std::shared_ptr<EpollItem>&);

  std::deque<std::shared_ptr<EpollItem>> ready_;
};

struct EpollItem : std::enable_shared_from_this<EpollItem> {
  EpollItem(Epoll& owner, Pollable& watched, Epoll::Event wanted) : epoll(owner), file(watched), event(wanted) {}

  Epoll& epoll;
  Pollable& file;
  Epoll::Event event;
  bool listed = false;
  bool removed = false;
};

}  // namespace rocelab::host
