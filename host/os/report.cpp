#include "host/os/kernel.h"

/// What the kernel tells of its connections.
namespace rocelab::host {

/// A retransmission timer that runs out ends a silence.
void Kernel::count_silence(Socket& socket) {
  using Kind = tcp::RetransmitTimer::Kind;
  const tcp::RetransmitTimer& t = socket.connection.retransmit_timer();
  const bool for_loss = t.is(Kind::retransmission) || t.is(Kind::tail_probe) || t.is(Kind::reordering);
  const Ps now = timeline_.now();
  if (!for_loss || t.at() > now) return;
  probe_.count(count_timer_idle, socket.tag, static_cast<std::uint64_t>(now - socket.silent_since));
  socket.silent_since = now;
}

void Kernel::report(Socket& socket) {
  const tcp::Counters& now = socket.connection.counters();
  const auto news = [&](std::uint64_t tcp::Counters::*field, const Counter& counter, const MomentKind& moment) {
    const std::uint64_t n = now.*field - socket.told.*field;
    if (n == 0) return;
    probe_.count(counter, socket.tag, n);
    probe_.moment(moment, socket.tag);
    socket.told.*field = now.*field;
  };
  news(&tcp::Counters::timeouts, count_timeouts, moment_timeout);
  news(&tcp::Counters::fast_recoveries, count_fast_recoveries, moment_fast_recovery);
  news(&tcp::Counters::tail_probes, count_tail_probes, moment_tail_probe);
  news(&tcp::Counters::window_probes, count_window_probes, moment_window_probe);

  const bool synchronised = socket.connection.state() >= tcp::State::established;
  const bool closed = synchronised && socket.connection.peer_window() == 0;
  if (closed != socket.window_closed) {
    socket.window_closed = closed;
    if (closed) probe_.count(count_window_closed, socket.tag);
    probe_.moment(closed ? moment_window_closed : moment_window_opened, socket.tag,
                  {{"bytes", socket.connection.peer_window()}});
  }
  const Ps limited = socket.connection.busy_time().window_limited(timeline_.now());
  if (limited > socket.told_limited) {
    probe_.count(count_window_limited, socket.tag, static_cast<std::uint64_t>(limited - socket.told_limited));
    socket.told_limited = limited;
  }
  signals_.show(socket.connection);
}

}  // namespace rocelab::host
