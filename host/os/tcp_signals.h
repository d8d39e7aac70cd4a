#pragma once
#include <string>

#include "tlm/probe.h"
#include "transport/tcp/connection.h"

namespace rocelab::host {

/// Rows of the waveform that show one connection from inside: what the sender may send, what it thinks of what it has
/// sent, which timer runs, and what the receiver holds and offers. Windows count segments, peer_window and offered
/// octets.
class TcpSignals {
 public:
  TcpSignals(Probe& probe, const std::string& scope);
  void show(const tcp::Connection&);

 private:
  Probe& probe_;
  SignalId cwnd_, in_flight_, ssthresh_, sacked_, lost_, resent_, recovery_, timer_, rto_, peer_window_, state_,
      offered_, blocks_;
};

}  // namespace rocelab::host
