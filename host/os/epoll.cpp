#include "host/os/epoll.h"

#include <algorithm>
#include <cerrno>

namespace rocelab::host {
namespace {

constexpr std::uint32_t flags = epoll::one_shot | epoll::edge;

/// Without a bit to wait for it is disarmed: not even an error is told then.
bool armed(const EpollItem& item) { return (item.event.events & ~flags) != 0; }

std::uint32_t wanted(const EpollItem& item) { return armed(item) ? (item.event.events & ~flags) | epoll::always : 0; }

}  // namespace

std::shared_ptr<EpollItem> Epoll::item_of(const Epoll* epoll, const Pollable& file) {
  for (const auto& item : file.items) {
    if (&item->epoll == epoll) return item;
  }
  return nullptr;
}

int Epoll::add(Pollable& file, Event event) {
  if (item_of(this, file)) return EEXIST;
  file.news();  // what it has so far is told by its readiness
  const auto item = std::make_shared<EpollItem>(*this, file, event);
  file.items.push_back(item);
  list_if_ready(item);
  return 0;
}

int Epoll::modify(Pollable& file, Event event) {
  const auto item = item_of(this, file);
  if (!item) return ENOENT;
  item->event = event;
  list_if_ready(item);
  return 0;
}

int Epoll::remove(Pollable& file) {
  const auto item = item_of(this, file);
  if (!item) return ENOENT;
  item->removed = true;
  file.items.erase(std::find(file.items.begin(), file.items.end(), item));
  ready_.erase(std::remove(ready_.begin(), ready_.end(), item), ready_.end());
  return 0;
}

/// What is ready when it is registered, or armed again, is told though nothing happens any more.
void Epoll::list_if_ready(const std::shared_ptr<EpollItem>& item) {
  if (!item->listed && (item->file.readiness() & wanted(*item))) {
    item->listed = true;
    ready_.push_back(item);
  }
}

bool Epoll::callback(EpollItem& item, std::uint32_t news) {
  if (item.removed || (news & wanted(item)) == 0) return false;
  if (!item.listed) {
    item.listed = true;
    ready_.push_back(item.shared_from_this());
  }
  return true;
}

std::vector<Epoll::Event> Epoll::take(std::size_t most) {
  std::vector<Event> events;
  for (std::size_t left = std::min(most, ready_.size()); left > 0; --left) {
    const auto item = ready_.front();
    ready_.pop_front();
    item->listed = false;
    const std::uint32_t bits = item->file.readiness() & wanted(*item);
    if (bits == 0) continue;  // somebody has taken what there was
    events.push_back({bits, item->event.data});
    if (item->event.events & epoll::one_shot) {
      item->event.events &= flags;
    } else if (!(item->event.events & epoll::edge)) {
      item->listed = true;
      ready_.push_back(item);
    }
  }
  return events;
}

}  // namespace rocelab::host
