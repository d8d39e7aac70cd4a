#pragma once
#include "tlm/facts.h"

namespace rocelab::verbs {

/// The application's own steps of the RDMA road: user mode only.
inline constexpr Stage stage_post{"rdma.post", Unit::app, "post_WQE"};
inline constexpr Stage stage_recv{"rdma.recv", Unit::app, "RECV"};

}  // namespace rocelab::verbs
