#pragma once
#include "tlm/facts.h"

/// Where the kernel or a copy stands on the RDMA road after all: a program that sleeps for its completions, that
/// registers memory message by message, or that copies into memory registered before.
namespace rocelab::host {

inline constexpr Stage stage_event{"rdma.interrupt", Unit::cpu, "INTERRUPT"};
inline constexpr Stage stage_wake{"rdma.wake", Unit::cpu, "RETURN"};
inline constexpr Stage stage_register{"rdma.register", Unit::cpu, "REGISTER"};
inline constexpr Stage stage_pool_copy{"rdma.copy", Unit::cpu, "COPY_to_pool"};

}  // namespace rocelab::host
