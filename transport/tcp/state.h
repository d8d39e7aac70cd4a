#pragma once
#include <cstdint>
#include <string_view>

namespace rocelab::tcp {

/// RFC 9293, 3.3.2. LISTEN belongs to the owner: a listener makes a Connection for each SYN.
enum class State : std::uint8_t {
  closed,
  syn_sent,
  syn_received,
  established,
  fin_wait_1,
  fin_wait_2,
  close_wait,
  closing,
  last_ack,
  time_wait,
};

inline constexpr std::string_view state_names[]{"CLOSED",     "SYN_SENT",   "SYN_RECEIVED", "ESTABLISHED", "FIN_WAIT_1",
                                                "FIN_WAIT_2", "CLOSE_WAIT", "CLOSING",      "LAST_ACK",    "TIME_WAIT"};

/// May the application's data travel (or its FIN)?
inline bool can_send(State s) { return s >= State::established && s <= State::last_ack && s != State::fin_wait_2; }

/// What loss recovery is doing; the names are Linux's (tcp_ca_state).
enum class Recovery : std::uint8_t {
  open,      // nothing odd
  disorder,  // duplicate ACKs or SACKs were seen, nothing is held for lost
  cwr,       // the window is being reduced, on ECN or a tail probe's finding; nothing is held for lost
  recovery,  // fast recovery
  loss,      // after a retransmission timeout
};

inline constexpr std::string_view recovery_names[]{"Open", "Disorder", "CWR", "Recovery", "Loss"};

}  // namespace rocelab::tcp
