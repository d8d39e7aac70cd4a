#pragma once
#include <memory>
#include <optional>

#include "transport/tcp/ack_policy.h"
#include "transport/tcp/congestion/control.h"
#include "transport/tcp/reassembly.h"
#include "transport/tcp/rtt.h"
#include "transport/tcp/segment.h"
#include "transport/tcp/state.h"

namespace rocelab::tcp {

/// One TCP connection, as Linux 6.1 behaves. It knows neither kernel nor NIC nor user space: it deals in ranges of the
/// stream, and its owner keeps the bytes, by 64-bit stream offset (the first octet is 0).
///
/// Use: tell it what happened (connect, segment_arrived, send, consumed, expire), then pull next() until it has
/// nothing more to send, and call expire() at deadline().
class Connection {
 public:
  struct Config {
    std::uint32_t initial_sequence = 0;
    std::uint16_t mss = 1460;  // announced: MTU less 40 (IPv4) or 60 (IPv6)
    std::uint8_t window_scale = 7;
    std::uint64_t receive_buffer = 4 << 20;
    bool timestamps = true;
    bool nodelay = false;
    std::string congestion = "reno";
  };

  explicit Connection(const Config&);

  void connect(Ps now);
  /// Passive open: `syn` is the peer's.
  void accept(Ps now, const SegmentIn& syn);
  /// The application has put `bytes` more into the send buffer.
  void send(Ps now, std::uint64_t bytes);
  Arrival segment_arrived(Ps now, const SegmentIn&);
  /// The application has read `bytes`; `drained`: nothing readable is left.
  void consumed(Ps now, std::uint64_t bytes, bool drained);
  /// No more will be sent: FIN behind the data.
  void shutdown(Ps now);
  /// RST at once.
  void abort(Ps now);

  /// The next segment to send, its payload at most `max_payload`; nothing when there is none at this moment.
  std::optional<SegmentOut> next(Ps now, std::uint32_t max_payload);

  Ps deadline() const;
  void expire(Ps now);

  State state() const { return state_; }
  /// 0, ECONNREFUSED, ECONNRESET or ETIMEDOUT.
  int error() const { return error_; }
  bool peer_finished() const { return fin_received_; }

  /// Stream offsets: all before has been acknowledged; all before is readable in order; all before was given by send().
  std::uint64_t acknowledged() const;
  std::uint64_t readable_up_to() const;
  std::uint64_t given() const { return end_ - 1; }

  // For signals and summaries.
  std::uint32_t effective_mss() const { return mss_; }
  std::uint64_t in_flight() const { return snd_nxt_ - snd_una_; }
  const CongestionControl& congestion() const { return *congestion_; }
  Ps srtt() const { return rtt_.srtt(); }
  std::uint64_t retransmitted() const { return retransmitted_; }
  std::uint64_t timeouts() const { return timeouts_; }

 private:
  static constexpr std::uint32_t option_bytes_with_timestamps = 12;
  static constexpr Ps time_wait = 60'000'000'000'000;       // tcp_rules 22
  static constexpr unsigned retries = 15, syn_retries = 6;  // tcp_rules 23

  // connection_receive.cpp
  void take_syn_options(const SegmentIn&);
  void take_ack(Ps now, const SegmentIn&, Arrival&);
  void take_data(Ps now, const SegmentIn&, Arrival&);
  void take_fin(Ps now, Seq fin);
  void fin_acknowledged(Ps now);
  void fail(int error, Arrival* = nullptr);

  // connection_send.cpp
  std::optional<SegmentOut> next_syn(Ps now);
  std::optional<SegmentOut> next_data(Ps now, std::uint32_t max_payload);
  SegmentOut segment(Ps now, Seq seq, std::uint8_t flags);
  std::uint64_t receive_window() const;
  bool may_send_small(Seq begin, std::uint64_t bytes) const;
  bool fin_sent() const { return fin_ && snd_max_ > end_; }
  Seq space_end() const { return end_ + (fin_ ? 1 : 0); }
  void arm_retransmission(Ps now);

  static std::uint32_t timestamp(Ps now) { return static_cast<std::uint32_t>(now / 1'000'000'000); }  // Linux: 1 ms

  Config config_;
  State state_ = State::closed;
  int error_ = 0;

  // Sending. 0 is the SYN, data begins at 1, end_ is one past the last octet given, where the FIN goes.
  Seq snd_una_ = 0, snd_nxt_ = 0, snd_max_ = 0, end_ = 1;
  Seq small_end_ = 0;  // end of the last segment shorter than the MSS (Minshall's Nagle)
  bool fin_ = false;   // shutdown was called
  bool rst_due_ = false;
  bool probe_due_ = false;  // zero-window probe
  std::uint64_t peer_window_ = 0;
  Seq window_seq_ = 0, window_ack_ = 0;  // of the segment that brought it (RFC 9293, SND.WL1/2)
  std::uint8_t peer_scale_ = 0, own_scale_ = 0;
  std::uint32_t mss_;
  std::unique_ptr<CongestionControl> congestion_;
  RttEstimator rtt_;
  Ps retransmit_at_ = never, probe_at_ = never, close_at_ = never;
  unsigned attempts_ = 0;
  Seq timed_end_ = 0;  // without timestamps: the segment whose round trip is measured
  Ps timed_at_ = never;

  // Receiving.
  std::uint32_t peer_initial_ = 0;
  Seq rcv_nxt_ = 0, consumed_ = 1, advertised_ = 0;
  Reassembly ahead_;
  AckPolicy ack_;
  bool fin_received_ = false;
  std::optional<Seq> fin_at_;
  bool timestamps_ = false;
  std::uint32_t ts_recent_ = 0;

  std::uint64_t retransmitted_ = 0, timeouts_ = 0;
};

}  // namespace rocelab::tcp
