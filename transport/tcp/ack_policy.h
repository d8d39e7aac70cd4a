#pragma once
#include <algorithm>

#include "tlm/units.h"
#include "transport/tcp/rtt.h"
#include "transport/tcp/settings.h"

namespace rocelab::tcp {

/// When to acknowledge (RFC 1122, 4.2.3.2; RFC 5681, 4.2; Linux's heuristics): the first segments at once, then every
/// second full one or after a delay that follows the arrivals; at once what is out of order, until very many such ACKs
/// may be told by one (SACK compression); and when the reader has taken all of what was pushed.
class AckPolicy {
 public:
  explicit AckPolicy(const Settings& settings)
      : settings_(settings), rcv_mss_(std::min<std::uint32_t>(settings.mss, 536)) {}

  /// What decides at the end of an arrival.
  struct Receiving {
    Seq unacknowledged;  // received in order since the last ACK
    bool window_kept;    // the window would not shrink by an ACK sent now
    bool hole;           // something waits out of order
    bool sack;
    Seq nxt;
  };

  /// Sizes the peer's segments: the largest seen is taken for its MSS.
  void measure(std::uint32_t payload, std::uint32_t frame_size, bool pushed);
  /// Data in order came, of which `open` octets of window remain.
  void data(Ps now, Seq open, const RttEstimator&);
  /// Something is to be acknowledged.
  void schedule() { scheduled_ = true; }
  /// At once.
  void urge() { scheduled_ = urgent_ = true; }
  /// Send an acknowledgement now, whatever the rules of arrivals say.
  void hurry() { due_ = true; }
  /// The next `segments` at once (a duplicate, a CE mark, a gap).
  void quicken(unsigned segments, Seq open);
  void quicken() { quicken(settings_.max_quickacks, 1 << 30); }
  /// The end of an arrival: at once, or later?
  void decide(Ps now, const Receiving&, const RttEstimator&);
  /// The reader has taken something; `drained` all there is. True when that is a reason to acknowledge.
  bool read(Seq unacknowledged, bool drained) const;
  /// Data was sent: a reply, if shortly after data came; acknowledgements can ride on such data.
  void data_sent(Ps now) {
    if (now - last_received_ < ato_) interactive_ = true;
  }
  /// A segment with the current acknowledgement was sent.
  void sent();
  void expire(Ps now, const RttEstimator&);
  Ps deadline() const { return std::min(delayed_at_, compressed_at_); }

  /// The application will answer soon, with its own data or FIN.
  void await_reply() { interactive_ = true; }
  void await_nothing() { interactive_ = false; }

  bool due() const { return due_; }
  bool scheduled() const { return scheduled_; }
  /// When data came last; at first, when the handshake ended.
  Ps last_received() const { return last_received_; }
  void begin(Ps now) { last_received_ = now; }
  std::uint32_t rcv_mss() const { return rcv_mss_; }
  Ps ato() const { return ato_; }

 private:
  void delay(Ps now, const RttEstimator&);
  void compress(Ps now, const Receiving&, const RttEstimator&);

  const Settings& settings_;
  std::uint32_t rcv_mss_;
  std::uint32_t last_size_ = 0;  // of a segment that was too small to be the MSS
  Ps ato_ = 0;                   // delay of an acknowledgement; 0: no data yet
  Ps last_received_ = 0;
  unsigned quick_ = 0;
  bool interactive_ = false;  // Linux's pingpong mode
  bool scheduled_ = false;
  bool urgent_ = false;
  bool due_ = false;
  bool pushed_ = false, pushed_twice_ = false;  // small segments since the last ACK
  Ps delayed_at_ = never;
  unsigned duplicates_ = 0;  // ACKs for the same number
  Seq duplicates_of_ = 0;
  unsigned compressed_ = 0;
  Ps compressed_at_ = never;
};

}  // namespace rocelab::tcp
