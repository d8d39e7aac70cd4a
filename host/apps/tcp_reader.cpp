#include "host/apps/tcp_reader.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace rocelab::host {
namespace {
constexpr std::size_t most_events = 64;
}  // namespace

const std::vector<std::string>& tcp_reading_words() {
  static const std::vector<std::string> words{"blocking", "nonblocking", "epoll", "epoll_edge"};
  return words;
}

TcpReading tcp_reading(const std::string& word) {
  const auto& words = tcp_reading_words();
  const auto it = std::find(words.begin(), words.end(), word);
  if (it == words.end()) throw std::out_of_range("no reader " + word);
  return static_cast<TcpReading>(it - words.begin());
}

TcpReader::TcpReader(Kernel& kernel, Thread& self, AddressSpace& space, std::vector<Socket*> sockets,
                     std::uint64_t size, TcpReading reading, std::function<void(std::size_t)> coming)
    : kernel_(kernel),
      self_(self),
      space_(space),
      sockets_(std::move(sockets)),
      size_(size),
      reading_(reading),
      coming_(std::move(coming)),
      buffer_(space.allocate(sockets_.size() * size)),
      got_(sockets_.size()) {
  if (reading != TcpReading::epoll && reading != TcpReading::epoll_edge) return;
  epoll_ = &kernel.epoll_create(self);
  const std::uint32_t trigger = reading == TcpReading::epoll_edge ? epoll::edge : 0;
  for (std::size_t i = 0; i < sockets_.size(); ++i)
    kernel.epoll_add(self, *epoll_, *sockets_[i], {epoll::in | trigger, i});
}

std::optional<std::size_t> TcpReader::next(std::size_t turn) {
  if (epoll_) return next_event();
  if (reading_ == TcpReading::blocking) {
    coming_(turn);
    if (kernel_.read(self_, *sockets_[turn], space_, message(turn), size_) < size_) return std::nullopt;
    return turn;
  }
  while (!stopped_) {
    const Read done = read(turn);
    if (done == Read::whole) return turn;
    if (done == Read::over) break;
  }
  return std::nullopt;
}

void TcpReader::stop() {
  stopped_ = true;
  for (Socket* socket : sockets_) kernel_.stop_asking(*socket);
}

TcpReader::Read TcpReader::read(std::size_t connection) {
  coming_(connection);
  std::uint64_t& got = got_[connection];
  Socket& socket = *sockets_[connection];
  const Va to = message(connection) + got;
  const Kernel::Moved moved = reading_ == TcpReading::nonblocking
                                  ? kernel_.recv_asking(self_, socket, space_, to, size_ - got)
                                  : kernel_.recv(self_, socket, space_, to, size_ - got, true);
  if (moved.error == EAGAIN) return Read::nothing;
  if (moved.bytes == 0) return Read::over;
  got += moved.bytes;
  if (got < size_) return Read::part;
  got = 0;
  kernel_.message_read(self_, size_);
  return Read::whole;
}

std::optional<std::size_t> TcpReader::next_event() {
  while (true) {
    while (!ready_.empty()) {
      const std::size_t connection = ready_.front();
      const Read done = read(connection);
      // Less than was asked for is all there is, as EAGAIN is (epoll(7)). Told by the edge, a program that got all it
      // asked for has to ask once more; told by the level, it will hear of the rest.
      if (reading_ == TcpReading::epoll || done != Read::whole) ready_.pop_front();
      if (done == Read::whole) return connection;
      if (done == Read::over) return std::nullopt;
    }
    for (const Epoll::Event& e : kernel_.epoll_wait(self_, *epoll_, most_events)) ready_.push_back(e.data);
  }
}

}  // namespace rocelab::host
