#pragma once
#include "tlm/facts.h"

namespace rocelab::nic {

inline constexpr Counter dropped{"dropped"};
inline constexpr Counter dropped_no_buffer{"dropped.no_receive_buffer"};

}  // namespace rocelab::nic
