#pragma once
#include <cstdint>
#include <functional>

namespace rocelab {

/// A distinct index type, so that a port cannot be used where a priority is meant.
template <class Name, class Rep>
struct Id {
  Rep value = 0;

  friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
  friend constexpr bool operator!=(Id a, Id b) { return a.value != b.value; }
  friend constexpr bool operator<(Id a, Id b) { return a.value < b.value; }
};

using Qpn = Id<struct QpnName, std::uint32_t>;           // 24 bits on the wire
using Key = Id<struct KeyName, std::uint32_t>;           // lkey or rkey
using Priority = Id<struct PriorityName, std::uint8_t>;  // 0..7, 802.1p
using LaneId = Id<struct LaneName, std::uint16_t>;
using HostId = Id<struct HostName, std::uint16_t>;  // unique over all lanes of a run
using CoreId = Id<struct CoreName, std::uint16_t>;  // unique over all hosts of a run
using PortId = Id<struct PortName, std::uint16_t>;  // unique over all hosts and switches of a run
using FlowId = Id<struct FlowName, std::uint32_t>;
using MessageId = Id<struct MessageName, std::uint32_t>;

/// "Nobody in particular": work that cannot be attributed.
inline constexpr LaneId no_lane{0xffff};
inline constexpr HostId no_host{0xffff};
inline constexpr FlowId no_flow{0xffffffff};
inline constexpr MessageId no_message{0xffffffff};

}  // namespace rocelab

template <class Name, class Rep>
struct std::hash<rocelab::Id<Name, Rep>> {
  std::size_t operator()(rocelab::Id<Name, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
