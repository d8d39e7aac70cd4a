#include "host/os/epoll.h"

#include <cerrno>

#include "support/catch.h"

using namespace rocelab::host;

namespace {

/// A file that the test fills and empties.
struct File : Pollable {
  std::uint32_t now = 0, fresh = 0;
  std::uint32_t readiness() const override { return now; }
  std::uint32_t news() override { return std::exchange(fresh, 0); }

  /// Something comes: every item is told.
  void gets(std::uint32_t bits, Epoll& epoll) {
    now |= bits;
    for (const auto& item : items) epoll.callback(*item, bits);
  }
};

std::vector<std::uint64_t> names(const std::vector<Epoll::Event>& events) {
  std::vector<std::uint64_t> all;
  for (const Epoll::Event& e : events) all.push_back(e.data);
  return all;
}

}  // namespace

TEST_CASE("a level-triggered file is told again and again as long as it is ready") {
  Epoll epoll;
  File file;
  CHECK(epoll.add(file, {epoll::in, 7}) == 0);
  CHECK(epoll.take(8).empty());
  file.gets(epoll::in, epoll);
  for (int i = 0; i < 3; ++i) CHECK(names(epoll.take(8)) == std::vector<std::uint64_t>{7});
  file.now = 0;
  CHECK(epoll.listed() == 1);  // nobody has looked since: the next wait polls it in vain and takes it off
  CHECK(epoll.take(8).empty());
  CHECK(epoll.listed() == 0);
}

TEST_CASE("an edge-triggered file is told once for what comes and once more when more comes") {
  Epoll epoll;
  File file;
  epoll.add(file, {epoll::in | epoll::edge, 7});
  file.gets(epoll::in, epoll);
  CHECK(epoll.take(8).size() == 1);
  CHECK(epoll.take(8).empty());  // though it still is ready
  file.gets(epoll::in, epoll);
  CHECK(epoll.take(8).size() == 1);
}

TEST_CASE("what is ready when it is registered is told without any news") {
  Epoll epoll;
  File file;
  file.now = epoll::in;
  epoll.add(file, {epoll::in | epoll::edge, 7});
  CHECK(epoll.take(8).size() == 1);
}

TEST_CASE("a one-shot file is disarmed by its event until it is modified") {
  Epoll epoll;
  File file;
  epoll.add(file, {epoll::in | epoll::one_shot, 7});
  file.gets(epoll::in, epoll);
  CHECK(epoll.take(8).size() == 1);
  file.gets(epoll::in, epoll);
  CHECK(epoll.take(8).empty());
  CHECK(epoll.modify(file, {epoll::in | epoll::one_shot, 8}) == 0);
  CHECK(names(epoll.take(8)) == std::vector<std::uint64_t>{8});
}

TEST_CASE("events that nobody asked for are not told but errors always are") {
  Epoll epoll;
  File file;
  epoll.add(file, {epoll::in, 7});
  file.gets(epoll::out, epoll);
  CHECK(epoll.take(8).empty());
  file.gets(epoll::err | epoll::hup, epoll);
  const auto events = epoll.take(8);
  REQUIRE(events.size() == 1);
  CHECK(events[0].events == (epoll::err | epoll::hup));
}

TEST_CASE("ready files take turns where a call has room for fewer") {
  Epoll epoll;
  std::vector<File> files(3);
  for (std::size_t i = 0; i < files.size(); ++i) {
    epoll.add(files[i], {epoll::in, i});
    files[i].gets(epoll::in, epoll);
  }
  CHECK(names(epoll.take(2)) == std::vector<std::uint64_t>{0, 1});
  CHECK(names(epoll.take(2)) == std::vector<std::uint64_t>{2, 0});
}

TEST_CASE("adding twice and changing what is not there are errors of their own") {
  Epoll epoll;
  File file;
  CHECK(epoll.modify(file, {epoll::in, 1}) == ENOENT);
  CHECK(epoll.remove(file) == ENOENT);
  CHECK(epoll.add(file, {epoll::in, 1}) == 0);
  CHECK(epoll.add(file, {epoll::in, 2}) == EEXIST);
  file.gets(epoll::in, epoll);
  const auto item = file.items.front();
  CHECK(epoll.remove(file) == 0);
  CHECK(epoll.take(8).empty());                   // it was on the list
  CHECK_FALSE(epoll.callback(*item, epoll::in));  // a wake-up that was under way finds nothing
}

TEST_CASE("two instances that watch one file are told each") {
  Epoll first, second;
  File file;
  first.add(file, {epoll::in, 1});
  second.add(file, {epoll::in, 2});
  for (const auto& item : file.items) item->epoll.callback(*item, epoll::in);
  file.now = epoll::in;
  CHECK(names(first.take(8)) == std::vector<std::uint64_t>{1});
  CHECK(names(second.take(8)) == std::vector<std::uint64_t>{2});
}
