#include <algorithm>
#include <cerrno>

#include "transport/tcp/property/plan.h"

namespace rocelab::tcp::property {
namespace {

using test::Pipe;

class Conversation {
 public:
  Conversation(const Plan& plan, std::uint64_t seed)
      : plan_(plan), random_(seed, "tcp.property.path"), p_(plan.a.settings, plan.b.settings, seed) {
    set_up(p_.a, plan.a);
    set_up(p_.b, plan.b);
    p_.knows_closed = true;
    p_.b_listens = !plan.both_open;
  }

  std::string run() {
    p_.connect();
    if (plan_.both_open) {
      p_.b.connection.connect(p_.t.now());
      p_.pump(p_.b);
    }
    schedule(p_.a, plan_.a, sent_[0], left_[0]);
    schedule(p_.b, plan_.b, sent_[1], left_[1]);
    if (plan_.cut_at) p_.t.at(*plan_.cut_at, [this] { p_.a.path.cut = p_.b.path.cut = true; });
    p_.t.run_while_busy(100'000 * s);
    return verdict();
  }

 private:
  void set_up(Pipe::End& end, const EndPlan& plan) {
    end.path = plan.path;
    end.keeps_log = false;
    end.max_payload = plan.max_payload;
    end.read_after = plan.read_after;
    end.reads_at_once = plan.reads_at_once;
    end.holds = plan.holds_until > 0;
    end.path.stale = plan.stale;
    if (plan.marks == 0) return;
    end.path.change = [this, &plan](SegmentIn& in) {
      if (in.ecn != wire::Ecn::not_ect && random_.chance(plan.marks)) in.ecn = wire::Ecn::ce;
    };
  }

  void schedule(Pipe::End& end, const EndPlan& plan, std::uint64_t& sent, bool& left) {
    Ps last = plan.leaves_at;
    for (const EndPlan::Write& w : plan.writes) {
      if (w.at >= plan.leaves_at) continue;
      p_.t.at(w.at, [this, &end, &sent, &left, bytes = w.bytes] {
        if (left || end.connection.error() != 0) return;
        sent += bytes;
        p_.send(end, bytes);
      });
    }
    if (plan.holds_until > 0) {
      p_.t.at(plan.holds_until, [this, &end] {
        end.holds = false;
        const std::uint64_t n = end.connection.readable_up_to() - end.read;
        if (n > 0 && !gone(end)) p_.read(end, n);
      });
    }
    leave_at(end, plan, left, last);
  }

  /// A handshake that is still under way is waited for: ending it would end the connection.
  void leave_at(Pipe::End& end, const EndPlan& plan, bool& left, Ps t) {
    p_.t.at(t, [this, &end, &plan, &left, t] {
      const State state = end.connection.state();
      const bool unknown = &end == &p_.b && end.connection.counters().segments_in == 0 &&
                           p_.a.connection.error() == 0 && !plan_.both_open;
      if (state == State::syn_sent || state == State::syn_received || unknown) {
        return leave_at(end, plan, left, t + s);
      }
      left = true;
      switch (plan.leaving) {
        case Leaving::shutdown:
          return p_.shutdown(end);
        case Leaving::close:
          if (end.read < end.connection.readable_up_to()) reset_ = true;
          closed_[&end == &p_.a ? 0 : 1] = true;
          return p_.close(end);
        case Leaving::abort:
          reset_ = reset_ || state != State::closed;
          return p_.abort(end);
      }
    });
  }

  bool gone(const Pipe::End& end) const { return closed_[&end == &p_.a ? 0 : 1]; }

  std::string verdict() const {
    const Connection &a = p_.a.connection, &b = p_.b.connection;
    if (!p_.fault.empty()) return p_.fault;
    if (!ended(a, b) || !ended(b, a)) {
      return "not closed: " + std::string(state_names[static_cast<int>(a.state())]) + ", " +
             std::string(state_names[static_cast<int>(b.state())]);
    }
    if (p_.b.read > sent_[0] || p_.a.read > sent_[1]) return "more was read than sent";
    for (const Connection* c : {&a, &b}) {
      const int e = c->error();
      if (e != 0 && e != ETIMEDOUT && e != ECONNRESET && e != ECONNREFUSED && e != EPIPE) return "an unknown error";
      if (e == ETIMEDOUT && plan_.gentle()) return "timed out on a path that loses little";
    }
    const bool failed = a.error() != 0 || b.error() != 0;
    // One that closes refuses what comes later, and its peer must learn of it (RFC 1122, 4.2.2.13).
    const bool may_reset = reset_ || closed_[0] || closed_[1];
    if (failed && !may_reset && plan_.gentle()) return "an error without a cause";
    if (failed || may_reset || plan_.cut_at) return at_least_honest(a, b);
    if (p_.b.read != sent_[0]) return "a's stream: " + std::to_string(p_.b.read) + " of " + std::to_string(sent_[0]);
    if (p_.a.read != sent_[1]) return "b's stream: " + std::to_string(p_.a.read) + " of " + std::to_string(sent_[1]);
    return "";
  }

  /// One that has sent its all and still listens learns nothing of a peer that is gone (RFC 9293, 3.6, has no timer for
  /// FIN-WAIT-2); keep-alive is there for this.
  static bool ended(const Connection& c, const Connection& peer) {
    if (c.state() == State::closed) return true;
    const bool idle = c.state() == State::fin_wait_2 || (c.state() == State::established && c.given() == 0);
    return idle && peer.state() == State::closed && !c.settings().keepalive;
  }

  /// Where the stream did not arrive, its sender knows, unless it was the one that broke off.
  std::string at_least_honest(const Connection& a, const Connection& b) const {
    const bool a_broke = plan_.a.leaving != Leaving::shutdown, b_broke = plan_.b.leaving != Leaving::shutdown;
    // What is acknowledged may still be thrown away by a reader that goes.
    const auto lied = [](const Connection& sender, bool broke_off, bool reader_gone, std::uint64_t sent,
                         std::uint64_t read) {
      const bool never_open = sender.counters().segments_in == 0;
      if (sender.error() != 0 || broke_off || never_open) return false;
      return reader_gone ? sender.acknowledged() < sender.given() : read < sent;
    };
    if (lied(a, a_broke, b_broke, sent_[0], p_.b.read)) return "a was not told that its stream did not arrive";
    if (lied(b, b_broke, a_broke, sent_[1], p_.a.read)) return "b was not told that its stream did not arrive";
    return "";
  }

  const Plan& plan_;
  Random random_;
  Pipe p_;
  std::uint64_t sent_[2]{};
  bool left_[2]{}, closed_[2]{};
  bool reset_ = false;  // somebody broke off on purpose
};

}  // namespace

std::string play(std::uint64_t seed) {
  const Plan plan = draw(seed);
  return Conversation(plan, seed).run();
}

}  // namespace rocelab::tcp::property
