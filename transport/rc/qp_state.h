#pragma once
#include <cstdint>
#include <string_view>

namespace rocelab::rc {

/// IBTA vol. 1, 10.3.1; values of ibv_qp_state.
enum class QpState : std::uint8_t { reset = 0, init = 1, rtr = 2, rts = 3, sqd = 4, sqe = 5, err = 6 };

inline constexpr std::string_view qp_state_names[]{"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};
constexpr std::string_view name(QpState s) { return qp_state_names[static_cast<unsigned>(s)]; }

/// Does the responder half take requests?
constexpr bool receives(QpState s) {
  return s == QpState::rtr || s == QpState::rts || s == QpState::sqd || s == QpState::sqe;
}

enum class Transport : std::uint8_t { rc = 0, uc = 1, ud = 3 };  // the upper three bits of the opcodes

}  // namespace rocelab::rc
