#pragma once
#include <string>

#include "waves/rows/row.h"

namespace rocelab::waves {

/// What each value of a state means, for the header of a dump: "tcp.local.qp: 0=RESET 1=INIT". Empty for other rows.
std::string state_words(const Row&);

}  // namespace rocelab::waves
