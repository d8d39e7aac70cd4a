#pragma once
#include "host/apps/connection_info.h"
#include "host/computer.h"
#include "tlm/psn.h"

namespace rocelab::host {

inline constexpr Counter forged_frames{"rdma.forged_frames"};
inline constexpr MomentKind moment_forged{"rdma.forged"};  // qpn, psn, rkey, frames

/// Another program on the same computer that has listened to the exchange and owns a raw socket. It knows QPN, rkey and
/// address of `victim` and the PSN that it `expects`, and sends WRITEs of its own making, each wrong in one thing: the
/// sender's address, the QPN (a guess), the partition. Returns how many.
unsigned send_forged_writes(Computer&, const ConnectionInfo& victim, Psn expects, Tag);

}  // namespace rocelab::host
