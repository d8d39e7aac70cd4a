#pragma once
#include "tlm/facts.h"

/// What the programs of the RDMA road report of themselves; the NIC's own facts are in hw/rnic/facts.h.
namespace rocelab::host {

inline constexpr Stage stage_rdma_wire{"rdma.wire", Unit::wire, "NIC_to_NIC"};

inline constexpr MomentKind moment_posted{"rdma.posted"};
inline constexpr MomentKind moment_completed{"rdma.completed"};
inline constexpr MomentKind moment_received{"rdma.received"};
inline constexpr MomentKind moment_woken{"rdma.woken"};
inline constexpr MomentKind moment_cm_requested{"rdma.cm_requested"};        // qpn
inline constexpr MomentKind moment_cm_established{"rdma.cm_established"};    // qpn
inline constexpr MomentKind moment_cm_rejected{"rdma.cm_rejected"};          // reason
inline constexpr MomentKind moment_cm_disconnected{"rdma.cm_disconnected"};  //
inline constexpr MomentKind moment_registered{"rdma.registered"};            // lkey, rkey, pages
inline constexpr MomentKind moment_exchanged{"rdma.exchanged"};              // qpn, psn, rkey of the other end
inline constexpr MomentKind moment_qp_moved{"rdma.qp_moved"};                // qpn, state
inline constexpr MomentKind moment_taken_back{"rdma.deregistered"};          // lkey, rkey
inline constexpr MomentKind moment_connects_anew{"rdma.connects_anew"};      // qpn, psn from which it will count

}  // namespace rocelab::host
