#pragma once
#include "tlm/facts.h"

/// What applications report of themselves, on every road alike.
namespace rocelab::host {

inline constexpr MomentKind moment_request{"app.request"};  // of a round: the client begins to send it
inline constexpr MomentKind moment_answer{"app.answer"};    // and has the answer in hand

}  // namespace rocelab::host
