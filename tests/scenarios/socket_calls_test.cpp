#include <cerrno>

#include "scenarios/two_programs.h"
#include "support/catch.h"

/// System calls that do not wait, and epoll's. A system call is 105 ns in and 105 ns out; a cycle is 1 / 3.4 GHz.
using namespace rocelab;
using namespace rocelab::scenarios::test;
using host::Kernel;
using host::Thread;

namespace {

constexpr Ps us = 1'000'000;
constexpr Ps call = 210'000;     // in and out
constexpr Ps empty = 147'059;    // 500 cycles: what a call does that finds nothing
constexpr Ps item = 235'295;     // 800 cycles: one item polled
constexpr Ps handler = 441'177;  // 1500 cycles: an interrupt
constexpr Ps wake = 1 * us;      // the core leaves idle
constexpr Ps context_switch = 1'500'000;
constexpr std::uint16_t port = 5201;

/// A client that connects and sends `octets` after `pause`, then waits before it closes.
struct Client {
  TwoPrograms& two;
  std::uint64_t octets;
  Ps pause, before_close = 0;

  void operator()(Thread& self) const {
    host::Socket* socket = two.local().connect(self, two.peer().address(), port);
    REQUIRE(socket);
    self.spend(Book::user, pause);
    host::AddressSpace& space = two.memory(0);
    const Va from = space.allocate(std::max<std::uint64_t>(octets, 1));
    if (octets > 0) CHECK(two.local().write(self, *socket, space, from, octets));
    self.spend(Book::user, before_close);
    two.local().close(self, *socket);
  }
};

}  // namespace

TEST_CASE("recv of a non-blocking socket that has nothing says EAGAIN in the time of one call") {
  TwoPrograms two;
  two.run(Client{two, 0, 100 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
    kernel.set_nonblocking(self, socket, true);
    host::AddressSpace& space = two.memory(1);
    const Va to = space.allocate(64);
    two.settled("peer") = {};
    const Ps begin = two.now();
    const Kernel::Moved moved = kernel.recv(self, socket, space, to, 64);
    CHECK(moved.error == EAGAIN);
    CHECK(moved.bytes == 0);
    CHECK(two.now() - begin == call + empty);
    const Books::Of& of = two.settled("peer");
    CHECK(of.in(Book::syscall) == call + empty);
    CHECK(of.counted.at("syscalls") == 1);
    CHECK(of.counted.count("context_switches") == 0);  // it has not slept
  });
}

TEST_CASE("recv gives what is there and at the end nothing without an error") {
  TwoPrograms two;
  two.run(Client{two, 10, 10 * us, 200 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
    host::AddressSpace& space = two.memory(1);
    const Va to = space.allocate(64);
    const Kernel::Moved first = kernel.recv(self, socket, space, to, 64);  // it sleeps for the first octets
    CHECK(first.bytes == 10);
    CHECK(first.error == 0);
    CHECK(kernel.recv(self, socket, space, to, 64, true).error == EAGAIN);
    const Kernel::Moved last = kernel.recv(self, socket, space, to, 64);
    CHECK(last.bytes == 0);
    CHECK(last.error == 0);
  });
}

TEST_CASE("a non-blocking send takes what has room and epoll tells when a third of the buffer has room again") {
  constexpr std::uint64_t buffer = 65536;
  TwoPrograms two({{"tcp.send_buffer", "64KiB"}, {"tcp.receive_buffer", "64KiB"}});
  two.run(
      [&](Thread& self) {
        Kernel& kernel = two.local();
        host::Socket* socket = kernel.connect(self, two.peer().address(), port);
        REQUIRE(socket);
        kernel.set_nonblocking(self, *socket, true);
        host::AddressSpace& space = two.memory(0);
        const Va from = space.allocate(1 << 20);
        host::Epoll& epoll = kernel.epoll_create(self);
        CHECK(kernel.epoll_add(self, epoll, *socket, {host::epoll::out | host::epoll::edge, 1}) == 0);
        CHECK(kernel.epoll_wait(self, epoll, 8).size() == 1);  // ready when it was registered
        std::uint64_t sent = 0;
        while (true) {
          const Kernel::Moved moved = kernel.send(self, *socket, space, from, 1 << 20);
          if (moved.error == EAGAIN) break;
          CHECK(moved.error == 0);
          sent += moved.bytes;
        }
        CHECK(sent >= buffer);  // and what the peer's buffer took
        const auto events = kernel.epoll_wait(self, epoll, 8);
        REQUIRE(events.size() == 1);
        CHECK(events[0].events == host::epoll::out);
        CHECK(socket->send_buffer.room() >= buffer / 3);
        kernel.close(self, *socket);
      },
      [&](Thread& self) {
        Kernel& kernel = two.peer();
        host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
        self.spend(Book::user, 300 * us);
        host::AddressSpace& space = two.memory(1);
        const Va to = space.allocate(65536);
        while (kernel.recv(self, socket, space, to, 65536).bytes > 0) {
        }
      });
}

TEST_CASE("epoll_wait returns nothing once its time is over and an interrupt is what ends it") {
  TwoPrograms two;
  two.run(Client{two, 0, 500 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
    host::Epoll& epoll = kernel.epoll_create(self);
    CHECK(kernel.epoll_add(self, epoll, socket, {host::epoll::in, 1}) == 0);
    self.spend(Book::user, 50 * us);  // what the handshake set in motion is over
    two.settled("peer") = {};
    Ps begin = two.now();
    CHECK(kernel.epoll_wait(self, epoll, 8, 0).empty());
    CHECK(two.now() - begin == call);  // it has looked and nothing more
    begin = two.now();
    CHECK(kernel.epoll_wait(self, epoll, 8, 100 * us).empty());
    // Into the kernel, the time, the timer's interrupt, idle left, a switch to the thread, and out.
    CHECK(two.now() - begin == call + 100 * us + handler + wake + context_switch);
    const Books::Of& of = two.settled("peer");
    CHECK(of.counted.at("syscalls") == 2);
    CHECK(of.counted.at("interrupts") == 1);
    CHECK(of.counted.at("context_switches") == 1);
    CHECK(of.in(Book::interrupt) == handler);
    CHECK(of.in(Book::scheduling) == context_switch);
  });
}

TEST_CASE("an event that comes before the time is over ends epoll_wait and the timer then wakes nobody") {
  TwoPrograms two;
  two.run(Client{two, 10, 20 * us, 300 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
    host::Epoll& epoll = kernel.epoll_create(self);
    kernel.epoll_add(self, epoll, socket, {host::epoll::in | host::epoll::rdhup, 9});
    auto events = kernel.epoll_wait(self, epoll, 8, 100 * us);
    REQUIRE(events.size() == 1);
    CHECK(events[0].data == 9);
    CHECK(events[0].events == host::epoll::in);
    host::AddressSpace& space = two.memory(1);
    const Va to = space.allocate(64);
    CHECK(kernel.recv(self, socket, space, to, 64, true).bytes == 10);
    two.settled("peer") = {};
    events = kernel.epoll_wait(self, epoll, 8);  // the first call's timer runs out meanwhile
    REQUIRE(events.size() == 1);
    CHECK(events[0].events == (host::epoll::in | host::epoll::rdhup));  // the client has closed
    const Books::Of& of = two.settled("peer");
    CHECK(of.counted.at("interrupts") == 1);  // the FIN's
    CHECK(of.counted.at("context_switches") == 1);
    // The item told by its level is polled in vain when the call begins, and once more for the event.
    CHECK(of.in(Book::syscall) == call + 2 * item);
  });
}

TEST_CASE("a listener in epoll tells of a connection that accept then takes without waiting") {
  TwoPrograms two;
  two.run(Client{two, 0, 50 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Listener& listener = kernel.listen(self, port);
    CHECK(kernel.try_accept(self, listener) == nullptr);  // EAGAIN
    host::Epoll& epoll = kernel.epoll_create(self);
    kernel.epoll_add(self, epoll, listener, {host::epoll::in, 3});
    const auto events = kernel.epoll_wait(self, epoll, 8);
    REQUIRE(events.size() == 1);
    CHECK(events[0].data == 3);
    CHECK(kernel.try_accept(self, listener) != nullptr);
    CHECK(kernel.try_accept(self, listener) == nullptr);
  });
}

TEST_CASE("a non-blocking connect returns at once and epoll tells when the connection is there") {
  TwoPrograms two;
  two.run(
      [&](Thread& self) {
        Kernel& kernel = two.local();
        host::Socket& socket = kernel.start_connect(self, two.peer().address(), port);
        CHECK(socket.connection.state() == tcp::State::syn_sent);
        host::Epoll& epoll = kernel.epoll_create(self);
        kernel.epoll_add(self, epoll, socket, {host::epoll::out, 4});
        CHECK(kernel.epoll_wait(self, epoll, 8, 0).empty());
        const auto events = kernel.epoll_wait(self, epoll, 8);
        REQUIRE(events.size() == 1);
        CHECK(events[0].events == host::epoll::out);
        host::AddressSpace& space = two.memory(0);
        CHECK(kernel.send(self, socket, space, space.allocate(10), 10).bytes == 10);
        kernel.close(self, socket);
      },
      [&](Thread& self) {
        Kernel& kernel = two.peer();
        host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
        host::AddressSpace& space = two.memory(1);
        CHECK(kernel.recv(self, socket, space, space.allocate(10), 10).bytes == 10);
      });
}

TEST_CASE("asking until something comes is so many calls in vain and one that is not") {
  TwoPrograms two;
  two.run(Client{two, 10, 300 * us}, [&](Thread& self) {
    Kernel& kernel = two.peer();
    host::Socket& socket = kernel.accept(self, kernel.listen(self, port));
    host::AddressSpace& space = two.memory(1);
    const Va to = space.allocate(64);
    self.spend(Book::user, 50 * us);
    two.settled("peer") = {};
    const Ps begin = two.now();
    CHECK(kernel.recv_asking(self, socket, space, to, 64).bytes == 10);
    const Ps took = two.now() - begin;
    const Books::Of& of = two.settled("peer");
    // Every picosecond of its core is booked, and what is not of the message's way through the kernel is calls.
    CHECK(of.in(Book::syscall) + of.in(Book::copy) + of.in(Book::stack) + of.in(Book::softirq) +
              of.in(Book::interrupt) ==
          took);
    const auto calls = static_cast<Ps>(of.counted.at("syscalls"));
    CHECK(of.in(Book::syscall) == (calls - 1) * (call + empty) + call);
    CHECK(of.counted.count("context_switches") == 0);
  });
}
