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

/// Pause frames (PFC or 802.3x) sent to hold somebody; XON is not among them.
inline constexpr Counter pauses{"pauses"};
/// Packets that a switch marked as having met congestion.
inline constexpr Counter ecn_marked{"ecn_marked"};
/// Frames of cross traffic: sent, arrived at a host (whose MAC keeps them to itself), lost. `dropped` counts those of
/// hosts alone.
inline constexpr Counter cross_sent{"cross_sent"};
inline constexpr Counter cross_delivered{"cross_delivered"};
inline constexpr Counter cross_dropped{"cross_dropped"};

/// What a fault did to a frame; values: number (PSN or TCP sequence number).
inline constexpr MomentKind moment_lost{"network.frame_lost"};
inline constexpr MomentKind moment_damaged{"network.frame_damaged"};
inline constexpr MomentKind moment_duplicated{"network.frame_duplicated"};
inline constexpr MomentKind moment_delayed{"network.frame_delayed"};
/// A link is down for all frames, and up again.
inline constexpr MomentKind moment_link_down{"network.link_down"};
inline constexpr MomentKind moment_link_up{"network.link_up"};

/// Cross traffic has flows of its own numbers, so that nobody takes it for the hosts'.
inline constexpr std::uint32_t first_cross_flow = 0x8000'0000;
inline bool is_cross(const Tag& tag) { return tag.flow != no_flow && tag.flow.value >= first_cross_flow; }

/// A port sends XOFF; values: priority. A watchdog finds a pause storm, and its end.
inline constexpr Counter deadlocks{"deadlocks"};
/// A circle of switches in which each holds the one before it; values: trunks, first, second, third (switches).
inline constexpr MomentKind moment_deadlock{"network.deadlock"};
inline constexpr MomentKind moment_xoff{"network.xoff"};
inline constexpr MomentKind moment_storm{"network.storm"};
inline constexpr MomentKind moment_storm_over{"network.storm_over"};
/// A switch marks a packet for the first time; values: queue (octets).
inline constexpr MomentKind moment_marked{"network.marked"};
/// A frame finds no room in a switch; values: queue (octets), priority.
inline constexpr MomentKind moment_congestion_loss{"network.congestion_loss"};

inline void count_drop(Probe& probe, const Counter& cause, Tag tag) {
  if (is_cross(tag)) return probe.count(cross_dropped, tag);
  probe.count(dropped, tag);
  probe.count(cause, tag);
}

}  // namespace rocelab::fabric
