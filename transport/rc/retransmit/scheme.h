#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "tlm/psn.h"
#include "tlm/units.h"

/// How a sender finds out what was lost and what it sends again; how a receiver treats what came too early. A scheme
/// is one file in retransmit/schemes/: two small classes, the state they need per QP, their parameters, their source.
/// What every reliable connection does alike (acknowledgement, retry counting, the timer itself) stays outside.
namespace rocelab::rc {

/// Where a sender stands: oldest <= next <= sent in window order.
struct SendWindow {
  Psn oldest;  // not yet acknowledged
  Psn next;    // to be transmitted next
  Psn sent;    // never sent so far
  std::int32_t in_flight() const { return sent - oldest; }
};

class SenderScheme {
 public:
  virtual ~SenderScheme() = default;

  /// The connection begins, with this PSN; nothing that was before counts.
  virtual void start(Psn first) { (void)first; }
  /// A packet leaves; `again` = not for the first time.
  virtual void sent(Psn, bool again, Ps now) { (void)again, (void)now; }
  /// Everything before window.oldest has arrived.
  virtual void acknowledged(const SendWindow&, Ps now) { (void)now; }
  /// The receiver misses `expected` and has meanwhile seen `seen`. Returns where to start over, or nothing.
  virtual std::optional<Psn> nak(Psn expected, Psn seen, const SendWindow&, Ps now) = 0;
  /// The ACK timer ran out. Returns where to start over, or nothing.
  virtual std::optional<Psn> timeout(const SendWindow& w, Ps now) {
    (void)now;
    return w.oldest;
  }
  /// One packet to be repeated out of order before anything else is sent; called until there is none.
  virtual std::optional<Psn> resend(const SendWindow&, Ps now) {
    (void)now;
    return std::nullopt;
  }
  /// May one more new packet be in flight?
  virtual bool may_send_new(const SendWindow&) const { return true; }
  /// Length of the ACK timer; `configured` is the QP's, never = switched off.
  virtual Ps timer(const SendWindow&, Ps configured) const { return configured; }
  /// A time of its own at which resend() must be asked again.
  virtual Ps wakes(const SendWindow&) const { return never; }
  /// A NAK costs a retry (it throws away what was sent since); false where NAKs are the ordinary signal.
  virtual bool nak_costs_retry() const { return true; }
  /// Acknowledgements count whole messages only, and a READ starts over from its first response.
  virtual bool whole_messages() const { return false; }
};

class ReceiverScheme {
 public:
  virtual ~ReceiverScheme() = default;
  struct Verdict {
    bool hold = false;             // keep the packet until the gap before it is filled
    bool nak = true;               // tell the sender, unless it has been told of this gap
    bool nak_again = false;        // tell it even so
    bool restart_message = false;  // forget the open message and expect its first packet
  };
  virtual Verdict early(Psn expected, Psn got) = 0;
  /// How many packets beyond the expected one it can hold.
  virtual std::uint32_t window() const { return 0; }
  /// A NAK also names the packet that showed the gap, in the reserved bits of its BTH.
  virtual bool nak_names_seen() const { return false; }
  /// As SenderScheme::whole_messages.
  virtual bool whole_messages() const { return false; }
};

/// A number a scheme can be given.
struct SchemeParameter {
  std::string_view name, unit, says;
  double preset, lowest, highest;
};

/// Chosen values, in the order of the scheme's parameters.
using SchemeValues = std::vector<double>;

struct Scheme {
  std::string_view name, says, source;
  std::vector<SchemeParameter> parameters;
  std::uint32_t sender_bits, receiver_bits;  // state per QP beyond go-back-N's window
  std::unique_ptr<SenderScheme> (*sender)(const SchemeValues&);
  std::unique_ptr<ReceiverScheme> (*receiver)(const SchemeValues&);
};

/// All schemes, by name in alphabetical order.
const std::vector<Scheme>& schemes();
/// Throws std::invalid_argument with the known names.
const Scheme& scheme(std::string_view name);
/// Presets with `chosen` over them; throws std::invalid_argument on an unknown name or a value out of range.
SchemeValues scheme_values(const Scheme&, const std::vector<std::pair<std::string, double>>& chosen);

}  // namespace rocelab::rc
