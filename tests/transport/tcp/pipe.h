#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tlm/random.h"
#include "tlm/timeline.h"
#include "transport/tcp/connection.h"

namespace rocelab::tcp::test {

/// Two connections and a path between them, which may delay, drop, duplicate and reorder. Octets are not carried, but
/// each frame carries where in the stream its payload stood: an end checks that it stores every octet in its place, and
/// reads none that has not come. Each end reads what is readable, unless told to hold.
class Pipe {
 public:
  static constexpr Ps delay = 5'000'000;

  /// What happens to the segments that an end sends.
  struct Path {
    std::set<std::uint64_t> drops;  // numbers of the frames that are lost, from 1
    double loss = 0, duplication = 0, reordering = 0;
    Ps delay = Pipe::delay;
    Ps jitter = 0;               // most that reordering adds
    Ps per_frame = 0;            // serialisation: frames leave one after another
    std::uint32_t limit = 1000;  // frames that wait for the line; more are lost
    bool cut = false;            // everything is lost
    double stale = 0;            // chance that a frame comes again two to six seconds later
    std::function<void(SegmentIn&)> change;
  };

  struct End {
    explicit End(const Settings& settings) : connection(settings) {}
    Connection connection;
    Path path;
    std::uint64_t read = 0;
    bool holds = false;
    Ps read_after = 1'000'000;
    bool reads_at_once = false;  // before anything is sent in answer
    std::uint64_t frames_sent = 0;
    std::uint64_t frames_lost = 0;
    Ps last_activity = 0;  // a frame left or came
    Ps timer_idle = 0;     // silence that a timer of the retransmission ended
    std::vector<SegmentOut> log;
    bool keeps_log = true;
    std::uint32_t max_payload = 1 << 16;
    std::vector<bool> stored;  // every octet stored so far, where `checks`
    bool checks = true;
    Ps armed = never;
    Ps line_free = 0;
    bool reading = false;
  };

  explicit Pipe(const Settings& client = {}, const Settings& server = {}, std::uint64_t seed = 1)
      : a(client), b(server), random_(seed, "pipe") {}

  void connect() {
    a.connection.connect(t.now());
    pump(a);
  }
  /// Connects and lets 10 ms go by, no path being slower than that.
  void open(Ps wait = 10'000'000'000) {
    connect();
    t.run_until(t.now() + wait);
  }
  void send(End& from, std::uint64_t bytes) {
    from.connection.send(t.now(), bytes);
    pump(from);
  }
  void read(End& end, std::uint64_t bytes) {
    for (std::uint64_t i = end.read; end.checks && i < end.read + bytes; ++i) {
      if (i >= end.stored.size() || !end.stored[i]) fault = "reads what has not come";
    }
    end.read += bytes;
    end.connection.consumed(t.now(), bytes, end.read == end.connection.readable_up_to());
    pump(end);
  }
  void shutdown(End& end) {
    end.connection.shutdown(t.now());
    pump(end);
  }
  void close(End& end) {
    end.connection.close(t.now());
    pump(end);
  }
  void abort(End& end) {
    end.connection.abort(t.now());
    pump(end);
  }
  End& other(End& end) { return &end == &a ? b : a; }
  void run_for(Ps time) { t.run_until(t.now() + time); }

  /// Sends whatever there is to send.
  void pump(End& from) {
    while (auto s = from.connection.next(t.now(), from.max_payload)) {
      if (from.keeps_log) from.log.push_back(*s);
      for (std::uint32_t i = 0; i < s->frames(); ++i) transmit(from, frame_of(*s, i));
    }
    arm(from);
  }

  Timeline t;
  End a, b;
  bool b_listens = true;
  bool knows_closed = false;  // a segment for a closed connection is answered by a RST, as its host would
  std::function<void(const End&, const SegmentOut&, bool lost)> watch;
  std::string fault;  // of a machine that breaks its contract

 private:
  void transmit(End& from, const SegmentOut& frame) {
    Path& path = from.path;
    const bool lost = path.drops.count(++from.frames_sent) || random_.chance(path.loss) || path.cut;
    from.last_activity = t.now();
    from.frames_lost += lost ? 1 : 0;
    if (watch) watch(from, frame, lost);
    if (lost) return;
    SegmentIn in;
    in.header = frame.header;
    in.payload = frame.payload;
    in.ecn = frame.ecn;
    if (path.change) path.change(in);
    const int copies = random_.chance(path.duplication) ? 2 : 1;
    if (path.stale > 0 && random_.chance(path.stale)) {
      deliver(from, {in, frame.offset},
              t.now() + 2'000'000'000'000 + static_cast<Ps>(random_.below(4'000'000'000'000)));
    }
    for (int i = 0; i < copies; ++i) {
      Ps at = t.now() + path.delay;
      if (path.per_frame > 0) {
        if (from.line_free > t.now() + path.per_frame * path.limit) continue;
        from.line_free = std::max(from.line_free, t.now()) + path.per_frame;
        at = from.line_free + path.delay;
      }
      if (random_.chance(path.reordering))
        at += static_cast<Ps>(random_.below(static_cast<std::uint64_t>(path.jitter)));
      deliver(from, {in, frame.offset}, at);
    }
  }

  struct InFlight {
    SegmentIn segment;
    std::uint64_t offset;  // of the payload, in its sender's stream
  };

  void deliver(End& from, const InFlight& frame, Ps at) {
    std::size_t use = in_flight_.size();
    if (free_.empty()) {
      in_flight_.push_back(frame);
    } else {
      use = free_.back();
      free_.pop_back();
      in_flight_[use] = frame;
    }
    t.at(at, [this, &from, use] {
      const InFlight arrived = in_flight_[use];
      free_.push_back(use);
      if (!from.path.cut) arrive(other(from), arrived);
    });
  }

  void arrive(End& to, const InFlight& frame) {
    const SegmentIn& in = frame.segment;
    Connection& c = to.connection;
    to.last_activity = t.now();
    if (c.state() == State::closed && &to == &b && b_listens && !accepted_ && in.has(wire::tcp_syn) &&
        !in.has(wire::tcp_ack)) {
      accepted_ = true;
      c.accept(t.now(), in);
    } else if (c.state() == State::closed && knows_closed) {
      if (!in.has(wire::tcp_rst)) transmit(to, reset_for(in));
    } else {
      const Arrival arrival = c.segment_arrived(t.now(), in);
      if (to.checks && arrival.length > 0) store(to, arrival, frame);
    }
    if (to.reads_at_once && c.readable_up_to() > to.read) return read(to, c.readable_up_to() - to.read);
    pump(to);
    if (c.readable_up_to() > to.read && !to.holds && !to.reading) {
      to.reading = true;
      t.after(to.read_after, [this, &to] {
        to.reading = false;
        const std::uint64_t n = to.connection.readable_up_to() - to.read;
        if (n > 0 && !to.holds) read(to, n);
      });
    }
  }

  void store(End& to, const Arrival& arrival, const InFlight& frame) {
    if (arrival.skip + arrival.length > frame.segment.payload) fault = "stores more than came";
    if (arrival.offset != frame.offset + arrival.skip) fault = "stores octets in another place";
    const std::uint64_t end = arrival.offset + arrival.length;
    if (to.stored.size() < end) to.stored.resize(end);
    for (std::uint64_t i = arrival.offset; i < end; ++i) to.stored[i] = true;
    const std::uint64_t held = end - to.read;
    if (held > to.connection.settings().receive_buffer) fault = "stores beyond the buffer";
  }

  void arm(End& end) {
    const Ps at = end.connection.deadline();
    if (at == never || at >= end.armed) return;
    end.armed = at;
    t.at(std::max(at, t.now()), [this, &end, at] {
      if (end.armed == at) end.armed = never;
      if (end.connection.deadline() <= t.now()) {
        using Kind = RetransmitTimer::Kind;
        const RetransmitTimer& timer = end.connection.retransmit_timer();
        if (timer.at() <= t.now() && !timer.is(Kind::window_probe)) end.timer_idle += t.now() - end.last_activity;
        end.connection.expire(t.now());
        pump(end);
      } else {
        arm(end);
      }
    });
  }

  Random random_;
  bool accepted_ = false;
  std::vector<InFlight> in_flight_;
  std::vector<std::size_t> free_;
};

}  // namespace rocelab::tcp::test
