#pragma once
#include <cstdint>
#include <optional>

#include "tlm/units.h"
#include "transport/tcp/sequence.h"

namespace rocelab::tcp {

/// One acknowledgement on its way through the sender: what it says, and what each step found out about it.
struct AckEvent {
  // Before it
  Seq prior_una = 0;
  Seq prior_fack = 0;  // highest SACKed number
  std::uint32_t prior_packets = 0;
  std::uint64_t prior_lost = 0;       // segments ever marked lost
  std::uint64_t prior_delivered = 0;  // segments ever delivered

  // What it is
  Seq ack = 0;
  std::optional<std::uint32_t> echo;  // TSecr
  bool data = false;                  // rides on data
  bool window_update = false;
  bool ece = false;

  // What it acknowledged
  bool una_advanced = false;
  bool data_acked = false;
  bool syn_acked = false;
  bool data_sacked = false;
  bool resend_acked = false;     // of a range that had been resent
  bool original_acked = false;   // of a range sent before recovery began and never resent
  bool resend_lost = false;      // RACK found that a resend was lost, too
  bool duplicate = false;        // DSACK
  bool probe_duplicate = false;  // DSACK of the tail probe
  bool reneged = false;          // the peer has dropped what it had SACKed
  bool arm_timer = false;
  std::uint64_t delivered_when_sent = 0;  // of the youngest segment acknowledged
  Seq lowest_original = 0;  // lowest number newly reported without a resend: below prior_fack, it was reordered

  // Times of sending, `never` without one
  Ps first_acked = never, last_acked = never;
  Ps first_sacked = never, last_sacked = never;
  Ps rtt = -1;  // for congestion control

  bool acked() const { return data_acked || syn_acked; }
  /// Not one that says the same as the one before.
  bool not_duplicate() const { return data || window_update || acked(); }
  bool forward() const { return acked() || data_sacked; }
};

}  // namespace rocelab::tcp
