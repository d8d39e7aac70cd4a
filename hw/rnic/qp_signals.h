#pragma once
#include <string>

#include "tlm/probe.h"
#include "tlm/psn.h"
#include "transport/rc/qp_state.h"

namespace rocelab::rnic {

/// The rows of one queue pair in the waveform. Rows exist before time starts, queue pairs come later: an engine
/// declares the rows of its first few in advance (qp0, qp1, …), further ones are silent.
class QpSignals {
 public:
  /// Silent.
  explicit QpSignals(Probe& probe) : probe_(probe), on_(false) {}
  /// Declares the rows of queue pair number `index` of its engine.
  QpSignals(Probe&, const std::string& scope, std::uint32_t index);

  void state(rc::QpState s) { set(state_, static_cast<std::uint64_t>(s)); }
  void sq_psn(Psn p) { set(sq_psn_, p.value()); }
  void expected(Psn p) { set(expected_, p.value()); }
  void unacked(std::int32_t n) { set(unacked_, static_cast<std::uint64_t>(n)); }
  /// The responder has told of a gap and waits for what is missing.
  void nak(bool on) { set(nak_, on); }
  /// The requester sends again what it has sent before.
  void rewind(bool on) { set(rewind_, on); }
  /// Bit i: the packet i + 1 behind the expected one has come early and is kept.
  void bitmap(std::uint64_t early) { set(bitmap_, early); }
  bool shown() const { return on_; }

 private:
  struct Row {
    SignalId id{};
    std::uint64_t last = ~std::uint64_t{0};
  };
  void set(Row& row, std::uint64_t value) {
    if (!on_ || row.last == value) return;
    row.last = value;
    probe_.change(row.id, value);
  }

  Probe& probe_;
  bool on_;
  Row state_, sq_psn_, expected_, unacked_, nak_, rewind_, bitmap_;
};

}  // namespace rocelab::rnic
