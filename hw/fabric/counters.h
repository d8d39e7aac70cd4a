#pragma once
#include "tlm/probe.h"

/// What the fabric counts. Every lost frame is counted twice: once as `dropped` and once under its cause
/// ("dropped.<cause>"), so that totals need no list of causes.
namespace rocelab::fabric {

inline constexpr Counter dropped{"dropped"};
/// Damaged on the wire by a fault. The receiver that finds out counts `fcs_errors`, or its transport the ICRC.
inline constexpr Counter corrupted{"corrupted"};
inline constexpr Counter duplicated{"duplicated"};
inline constexpr Counter delayed{"delayed"};
/// Frames discarded for a bad FCS, at a NIC or a store-and-forward switch. Not in `dropped`: `corrupted` tells of them.
inline constexpr Counter fcs_errors{"fcs_errors"};

/// What a fault did to a frame; values: number (PSN or TCP sequence number).
inline constexpr MomentKind moment_lost{"network.frame_lost"};
inline constexpr MomentKind moment_damaged{"network.frame_damaged"};
inline constexpr MomentKind moment_duplicated{"network.frame_duplicated"};
inline constexpr MomentKind moment_delayed{"network.frame_delayed"};
/// A link is down for all frames, and up again.
inline constexpr MomentKind moment_link_down{"network.link_down"};
inline constexpr MomentKind moment_link_up{"network.link_up"};

inline void count_drop(Probe& probe, const Counter& cause, Tag tag) {
  probe.count(dropped, tag);
  probe.count(cause, tag);
}

}  // namespace rocelab::fabric
