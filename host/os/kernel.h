#pragma once
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "host/memory/address_space.h"
#include "host/memory/traffic.h"
#include "host/os/costs.h"
#include "host/os/facts.h"
#include "host/os/socket.h"
#include "host/os/softnet.h"
#include "host/os/steering.h"
#include "host/os/tcp_signals.h"

namespace rocelab::host {

/// The operating system of one computer: system calls, the TCP/IP stack around tcp::Connection, interrupts and softirq.
/// Every step occupies a core for its cost and then does what it says: bytes move between modelled memories.
class Kernel {
 public:
  struct Config {
    KernelCosts costs;
    wire::MacAddress mac = 0;
    wire::Gid address;
    std::map<std::array<std::uint8_t, 16>, wire::MacAddress> neighbours;  // what ARP or ND would have found
    std::uint32_t mtu = 1500;
    bool tso = true;
    bool gro = true;
    bool checksum_offload = true;
    std::string congestion = "cubic";
    std::uint64_t send_buffer = 4 << 20;
    std::uint64_t receive_buffer = 4 << 20;
    std::vector<std::size_t> queue_cores{0};  // where the interrupt of each receive queue goes, in turn
    Steering steering = Steering::rss;
    bool adaptive_moderation = false;
    Tag tag;  // lane and host
    std::string scope;
  };

  Kernel(Timeline&, Probe&, PhysicalMemory&, MemoryTraffic&, NetDevice&, nic::EthernetNic&, std::deque<Core>&,
         const Config&);
  Kernel(const Kernel&) = delete;

  // System calls: they block the calling thread for their time, and until what they wait for is there.
  Listener& listen(Thread&, std::uint16_t port);
  Socket& accept(Thread&, Listener&);
  /// nullptr when the connection was refused or timed out.
  Socket* connect(Thread&, const wire::Gid& address, std::uint16_t port);
  /// Returns when all of it is in the socket buffer; false when the connection has failed.
  bool write(Thread&, Socket&, const AddressSpace&, Va from, std::uint64_t bytes);
  /// MSG_WAITALL: returns `bytes`, or fewer when the peer has finished or the connection failed.
  std::uint64_t read(Thread&, Socket&, AddressSpace&, Va to, std::uint64_t bytes);
  void close(Thread&, Socket&);
  /// setsockopt(TCP_NODELAY): a short segment does not wait for the acknowledgement of the one before.
  void set_nodelay(Thread&, Socket&);

  /// setsockopt(SO_SNDBUF), before the first octet: no more than `bytes` wait for an acknowledgement.
  void limit_send_buffer(Thread&, Socket&, std::uint64_t bytes);

  // Calls that do what can be done and say so; with O_NONBLOCK, or `dont_wait` (MSG_DONTWAIT), none of them sleeps.
  /// What was moved, or why nothing: EAGAIN, ECONNRESET, ETIMEDOUT, … Neither: the peer has finished.
  struct Moved {
    std::uint64_t bytes = 0;
    int error = 0;
  };
  void set_nonblocking(Thread&, Socket&, bool on);
  /// connect() of a socket with O_NONBLOCK: EINPROGRESS. epoll tells by `out` that the connection is there, by `err`
  /// that it has failed.
  Socket& start_connect(Thread&, const wire::Gid& address, std::uint16_t port);
  Moved recv(Thread&, Socket&, AddressSpace&, Va to, std::uint64_t bytes, bool dont_wait = false);
  /// What a program gets that calls recv() with MSG_DONTWAIT until it gets something: one that finds nothing behind the
  /// other, each booked and counted. EAGAIN: stop_asking() has ended it.
  Moved recv_asking(Thread&, Socket&, AddressSpace&, Va to, std::uint64_t bytes);
  void stop_asking(Socket& socket) {
    if (socket.reader.awake) wake(socket.reader);
  }
  /// A program has put a message together from what recv() gave: its read() has returned, as a story.
  void message_read(Thread& thread, std::uint64_t bytes) {
    probe_.moment(moment_read_returned, thread.tag(), {{"bytes", bytes}});
  }
  /// May take a part.
  Moved send(Thread&, Socket&, const AddressSpace&, Va from, std::uint64_t bytes, bool dont_wait = false);
  /// accept() of a listener with O_NONBLOCK; nullptr: EAGAIN.
  Socket* try_accept(Thread&, Listener&);

  // epoll(7); errno values, 0 when done.
  Epoll& epoll_create(Thread&);
  int epoll_add(Thread&, Epoll&, Pollable&, Epoll::Event);
  int epoll_modify(Thread&, Epoll&, Pollable&, Epoll::Event);
  int epoll_delete(Thread&, Epoll&, Pollable&);
  /// Sleeps until one of interest is ready, at most for `timeout` (`never`: without end, 0: not at all). At most `most`
  /// events, none once the time is over.
  std::vector<Epoll::Event> epoll_wait(Thread&, Epoll&, std::size_t most, Ps timeout = never);

  /// A driver call of `duration` kernel time (ioctl), e.g. to register memory.
  void control(Thread&, Ps duration, const Stage* = nullptr);

  /// Blocks the thread in a read() until `ready` holds: of a file that a driver feeds (a completion channel), or of one
  /// of several sockets (poll). It is looked at again whenever a driver's interrupt or a segment has been served, and
  /// when look_again() is called. `back`: what the return to user mode shows.
  void wait_until(Thread&, const std::function<bool()>& ready, const Stage* back = nullptr);
  void look_again();

  /// An MSI-X write of a receive queue of the Ethernet NIC is on its way.
  void interrupt(unsigned queue);
  /// Of another device: its driver's `handler` runs in the tasklet behind the interrupt, on the first queue's core.
  void interrupt(Tag, const Stage*, std::function<void()> handler);

  /// Called when a socket's peer has acknowledged everything that was given: the sender's completion of TCP. Each call
  /// is told of every socket of this computer.
  void on_acked(std::function<void(Socket&)> call) { on_acked_.push_back(std::move(call)); }

  /// The driver sets the NIC up: once, when time begins.
  void bring_up() {
    device_.bring_up();
    if (config_.adaptive_moderation) start_moderation();
  }

  const KernelCosts& costs() const { return config_.costs; }
  const wire::Gid& address() const { return config_.address; }

 private:
  /// For as long as it stands, this core runs a softirq.
  struct Here {
    Here(Core*& where, Core& core) : where(where) { where = &core; }
    ~Here() { where = nullptr; }
    Core*& where;
  };
  struct Interrupt {
    Tag tag;
    const Stage* stage;
    std::function<void()> softirq;
  };

  /// A copy step is at most this long, so that what is copied can be sent meanwhile (one GSO burst).
  static constexpr std::uint64_t copy_step = 65536;

  // syscalls.cpp
  void take_from_user(Thread&, Socket&, const AddressSpace&, Va from, std::uint64_t bytes);
  void give_to_user(Thread&, Socket&, AddressSpace&, Va to, std::uint64_t bytes);
  Moved received(Thread&, Socket&, AddressSpace&, Va to, std::uint64_t bytes, bool dont_wait);
  void enter(Thread&, const Stage* = nullptr);
  void leave(Thread&, const Stage* = nullptr);
  void sleep(Thread&, Waiter&);
  void wake(Waiter&);
  void output(Thread&, Socket&);

  // epoll_calls.cpp
  int change_interest(Thread&, std::uint32_t cycles, const std::function<int()>& change);
  void wake_up_at(const std::shared_ptr<Waiter>&, Thread&, Ps);
  /// Tells those who wait for a file by epoll what it has new. In the softirq.
  void notify(Pollable&, Tag);

  // output.cpp
  std::optional<tcp::SegmentOut> next_segment(Socket&);
  Ps cost_of(const tcp::SegmentOut&) const;
  void emit(Socket&, const tcp::SegmentOut&);
  void arm(Socket&);
  void timer(Softnet&, Socket&);
  Socket& make_socket(std::uint16_t local_port, const wire::Gid& remote, std::uint16_t remote_port, Tag);

  // softirq.cpp
  void serve(Core&, const std::shared_ptr<Interrupt>&);
  void poll(Napi&);
  void kick(Softnet&);
  void step(Softnet&);
  void process(Softnet&, Received);
  void output_one(Softnet&, Socket&);
  void rest(Softnet&);
  void receive(Softnet&, const IncomingFrame&);
  bool merge(Softnet&, const Received&);
  void deliver(Softnet&, Received&);
  void open_passively(Softnet&, const Received&);
  Socket* demultiplex(const wire::TcpView&);

  // moderation.cpp
  void start_moderation();
  void adapt(Napi&);

  // steering.cpp
  Softnet& softnet_of(const Core&);
  void reads_at(Socket&, Thread&);
  void spread(Softnet&);
  void pin(Softnet&, Socket&);
  void call(Core& from, Core& to, Tag, Action then);
  void reach(Thread&, Action then);

  // report.cpp
  void count_silence(Socket&);
  /// Counts and tells what is new about a connection, and shows it in the wave.
  void report(Socket&);

  Timeline& timeline_;
  Probe& probe_;
  PhysicalMemory& memory_;
  MemoryTraffic& traffic_;
  NetDevice& device_;
  nic::EthernetNic& nic_;
  Config config_;

  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::uint16_t next_port_ = 49152;  // RFC 6335, dynamic ports

  /// Threads in wait_until().
  struct Sleeper {
    const std::function<bool()>& ready;
    Waiter waiter;
  };
  std::list<Sleeper> sleepers_;
  std::list<Epoll> epolls_;

  std::deque<Softnet> softnets_;  // one a core
  std::deque<Napi> napis_;        // one a receive queue
  Core* here_ = nullptr;          // that runs a softirq at this moment: who wakes somebody does it from there

  std::vector<std::function<void(Socket&)>> on_acked_;
  TcpSignals signals_;
};

}  // namespace rocelab::host
