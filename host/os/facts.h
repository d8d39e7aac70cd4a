#pragma once
#include "tlm/facts.h"

/// What the kernel reports. The stages carry the numbers of the course (lesson 1): ①–③ at the sender, ⑥–⑨ at the
/// receiver; ④ and ⑤ are the NIC's (hw/nic/stages.h).
namespace rocelab::host {

inline constexpr Stage stage_trap{"tcp.1", Unit::cpu, "SYSCALL"};
inline constexpr Stage stage_copy_in{"tcp.2", Unit::cpu, "COPY_to_kernel"};
inline constexpr Stage stage_stack_out{"tcp.3", Unit::cpu, "STACK_send"};
inline constexpr Stage stage_interrupt{"tcp.6", Unit::cpu, "INTERRUPT"};
inline constexpr Stage stage_stack_in{"tcp.7", Unit::cpu, "STACK_receive"};
inline constexpr Stage stage_copy_out{"tcp.8", Unit::cpu, "COPY_to_user"};
inline constexpr Stage stage_return{"tcp.9", Unit::cpu, "RETURN"};

inline constexpr Counter count_syscalls{"syscalls"};
inline constexpr Counter count_interrupts{"interrupts"};
inline constexpr Counter count_ipis{"ipis"};  // from one core to another of the same computer
inline constexpr Counter count_moderation_changes{"moderation_changes"};
inline constexpr Counter count_remote_skbs{"remote_skbs"};  // went up the stack on another core than their reader's
inline constexpr Counter count_context_switches{"context_switches"};
inline constexpr Counter count_retransmitted{"retransmitted_frames"};
inline constexpr Counter count_timeouts{"timeouts"};
inline constexpr Counter count_pinned{"pages_pinned"};
inline constexpr Counter count_unpinned{"pages_unpinned"};
inline constexpr Counter count_fast_recoveries{"fast_recoveries"};
inline constexpr Counter count_tail_probes{"tail_probes"};
inline constexpr Counter count_window_probes{"window_probes"};
inline constexpr Counter count_window_closed{"window_closed"};
inline constexpr Counter count_window_limited{"window_limited_ps"};  // data waited for the peer to open its window
// What loss costs, as the RDMA NIC counts it too.
inline constexpr Counter count_discarded{"discarded_wire_bytes"};  // octets of line, of segments that bought nothing
inline constexpr Counter count_timer_idle{"timer_idle_ps"};
inline constexpr Counter count_transport{"transport_in_kernel"};  // segments whose sequence and ACK state it advanced

inline constexpr MomentKind moment_write_called{"tcp.write_called"};
inline constexpr MomentKind moment_copied_in{"tcp.copy_to_kernel"};
inline constexpr MomentKind moment_handed_to_nic{"tcp.handed_to_nic"};
inline constexpr MomentKind moment_interrupt{"tcp.interrupt"};
inline constexpr MomentKind moment_copied_out{"tcp.copy_to_user"};
inline constexpr MomentKind moment_read_returned{"tcp.read_returned"};
inline constexpr MomentKind moment_acked{"tcp.acked"};
inline constexpr MomentKind moment_retransmit{"tcp.retransmit"};
inline constexpr MomentKind moment_timeout{"tcp.timeout"};
inline constexpr MomentKind moment_fast_recovery{"tcp.fast_recovery"};
inline constexpr MomentKind moment_tail_probe{"tcp.tail_probe"};
inline constexpr MomentKind moment_window_closed{"tcp.window_closed"};
inline constexpr MomentKind moment_window_probe{"tcp.window_probe"};
inline constexpr MomentKind moment_window_opened{"tcp.window_opened"};

}  // namespace rocelab::host
