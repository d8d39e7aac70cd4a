#pragma once
#include <functional>
#include <set>
#include <vector>

#include "tlm/timeline.h"
#include "transport/tcp/connection.h"

namespace rocelab::tcp::test {

/// Two connections and a path with a delay between them; segments can be dropped by number and direction. Each end
/// reads whatever is readable, unless told to hold.
class Pipe {
 public:
  static constexpr Ps delay = 5'000'000;

  struct End {
    explicit End(const Connection::Config& config) : connection(config) {}
    Connection connection;
    std::uint64_t read = 0;
    bool holds = false;
    std::uint64_t sent_segments = 0;
    std::set<std::uint64_t> drops;  // numbers of the segments that are lost, from 1
    std::vector<SegmentOut> log;
    std::uint32_t max_payload = 1 << 16;
  };

  explicit Pipe(const Connection::Config& client = {}, const Connection::Config& server = {}) : a(client), b(server) {}

  void connect() {
    a.connection.connect(t.now());
    pump(a, b);
  }
  void send(End& from, std::uint64_t bytes) {
    from.connection.send(t.now(), bytes);
    pump(from, other(from));
  }
  void read(End& end, std::uint64_t bytes) {
    end.read += bytes;
    end.connection.consumed(t.now(), bytes, end.read == end.connection.readable_up_to());
    pump(end, other(end));
  }
  void shutdown(End& end) {
    end.connection.shutdown(t.now());
    pump(end, other(end));
  }
  End& other(End& end) { return &end == &a ? b : a; }

  Timeline t;
  End a, b;

 private:
  void pump(End& from, End& to) {
    while (auto s = from.connection.next(t.now(), from.max_payload)) {
      from.log.push_back(*s);
      if (!from.drops.count(++from.sent_segments)) {
        t.after(delay, [this, &to, &from, n = from.log.size() - 1] { arrive(to, from, from.log[n]); });
      }
    }
    arm(from);
  }
  void arrive(End& to, End& from, const SegmentOut& s) {
    if (to.connection.state() == State::closed && s.header.flags == wire::tcp_syn) {
      to.connection.accept(t.now(), {s.header, 0, {}});
    } else {
      to.connection.segment_arrived(t.now(), {s.header, s.payload, {}});
    }
    const std::uint64_t readable = to.connection.readable_up_to() - to.read;
    pump(to, from);
    if (readable > 0 && !to.holds) t.after(1'000'000, [this, &to] {
      const std::uint64_t n = to.connection.readable_up_to() - to.read;
      if (n > 0) read(to, n);
    });
  }
  void arm(End& end) {
    const Ps at = end.connection.deadline();
    if (at == never) return;
    t.at(std::max(at, t.now()), [this, &end, at] {
      if (end.connection.deadline() != at) return;  // moved meanwhile
      end.connection.expire(t.now());
      pump(end, other(end));
    });
  }
};

}  // namespace rocelab::tcp::test
