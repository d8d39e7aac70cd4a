#pragma once
#include "tlm/facts.h"

/// What the RDMA engine reports (course, lesson 2; contract: stages of the RDMA road).
namespace rocelab::rnic {

inline constexpr Stage stage_doorbell{"rdma.doorbell", Unit::nic, "doorbell"};
inline constexpr Stage stage_wqe_fetch{"rdma.wqe_fetch", Unit::dma, "WQE_fetch"};
inline constexpr Stage stage_dma_read{"rdma.dma_read", Unit::dma, "DMA_read"};
inline constexpr Stage stage_dma_write{"rdma.dma_write", Unit::dma, "DMA_write"};
inline constexpr Stage stage_ack{"rdma.ack", Unit::nic, "ACK"};
inline constexpr Stage stage_cqe{"rdma.cqe", Unit::dma, "CQE"};

inline constexpr Counter retransmitted_frames{"retransmitted_frames"};
inline constexpr Counter timeouts{"timeouts"};
// What loss costs (loss_account.h).
inline constexpr Counter discarded_wire_bytes{"discarded_wire_bytes"};  // octets of line, of frames that bought nothing
inline constexpr Counter timer_idle_ps{"timer_idle_ps"};
inline constexpr Counter losses_told{"losses_told"};          // lost packets that a NAK told the sender of
inline constexpr Counter sent_since_loss{"sent_since_loss"};  // packets sent between them and the sender's reaction
inline constexpr Counter naks{"naks"};
inline constexpr Counter rnr_naks{"rnr_naks"};
inline constexpr Counter cnps_sent{"cnps_sent"};
inline constexpr Counter cnps_received{"cnps_received"};
inline constexpr Counter duplicates{"rdma.duplicates"};
inline constexpr Counter unsolicited{"rdma.unsolicited"};       // responses that answer nothing outstanding
inline constexpr Counter stale_packets{"rdma.stale_packets"};   // with a number from before the connection began
inline constexpr Counter transport_in_nic{"transport_in_nic"};  // packets whose PSN and ACK state the NIC advanced
inline constexpr Counter icrc_errors{"rdma.icrc_errors"};
inline constexpr Counter unknown_qp{"rdma.unknown_qp"};
inline constexpr Counter malformed{"rdma.malformed"};  // not to be read, or a reserved opcode or version
inline constexpr Counter wrong_pkey{"rdma.wrong_pkey"};
inline constexpr Counter wrong_state{"rdma.wrong_state"};  // the queue pair takes no such packets now
inline constexpr Counter wrong_transport{"rdma.wrong_transport"};
inline constexpr Counter wrong_address{"rdma.wrong_address"};
inline constexpr Counter access_errors{"rdma.access_errors"};
inline constexpr Counter qkey_errors{"rdma.qkey_errors"};
inline constexpr Counter unreliable_drops{"rdma.unreliable_drops"};  // packets of UC and UD that came to nothing

inline constexpr MomentKind moment_doorbell{"rdma.doorbell_rung"};
inline constexpr MomentKind moment_wqe_fetched{"rdma.wqe_fetched"};
inline constexpr MomentKind moment_frame{"rdma.frame_on_wire"};              // psn
inline constexpr MomentKind moment_payload_read{"rdma.payload_read"};        // bytes
inline constexpr MomentKind moment_payload_written{"rdma.payload_written"};  // bytes
inline constexpr MomentKind moment_acked{"rdma.acked"};                      // psn
inline constexpr MomentKind moment_nak_sent{"rdma.nak_sent"};                // qpn, psn, syndrome, nak
inline constexpr MomentKind moment_nak{"rdma.nak"};                          // qpn, psn, syndrome
inline constexpr MomentKind moment_rewound{"rdma.rewound"};                  // qpn, psn
inline constexpr MomentKind moment_cnp{"rdma.cnp"};                          // qpn
inline constexpr MomentKind moment_timeout{"rdma.timeout"};                  // qpn, psn, retries
inline constexpr MomentKind moment_rnr_wait{"rdma.rnr_wait"};                // qpn, psn, us
inline constexpr MomentKind moment_cqe{"rdma.cqe_written"};                  // qpn, status
inline constexpr MomentKind moment_failed{"rdma.failed"};                    // qpn, status
inline constexpr MomentKind moment_cq_overrun{"rdma.cq_overrun"};            // cq, entries
inline constexpr MomentKind moment_sq_error{"rdma.sq_error"};                // qpn
inline constexpr MomentKind moment_qp_error{"rdma.qp_error"};                // qpn
// A key does not allow it. qpn, psn, fault (protection::Fault), key, start, length, need, domain, allowed_*,
// mixed_up: an lkey in place of right_key
inline constexpr MomentKind moment_refused{"rdma.refused"};
// Another rule does not. qpn, psn, objection (rc::Objection::Rule), given, allowed
inline constexpr MomentKind moment_invalid_request{"rdma.invalid_request"};
// Thrown away without an answer, so that the sender has to find out by itself.
inline constexpr MomentKind moment_no_such_qp{"rdma.no_such_qp"};        // qpn, psn
inline constexpr MomentKind moment_not_receiving{"rdma.not_receiving"};  // qpn, psn, state
inline constexpr MomentKind moment_not_for_it{"rdma.not_for_it"};        // qpn, psn: P_Key, transport or address
inline constexpr MomentKind moment_stale_packet{"rdma.stale_packet"};    // qpn, psn, expected

}  // namespace rocelab::rnic
