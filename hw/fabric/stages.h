#pragma once
#include "tlm/probe.h"

namespace rocelab::fabric {

/// A link carries a frame: first bit out to last bit in.
inline constexpr Stage wire_stage{"wire", Unit::wire, "wire"};
/// A frame is inside a switch: from the bit that starts its forwarding to its first bit out.
inline constexpr Stage switch_stage{"switch", Unit::switching, "switch"};

/// Which stages a link or a switch reports; null for none. Only frames with payload are reported, under the
/// packet's tag with `no_host`: what happens between hosts belongs to neither.
struct FabricStages {
  const Stage* wire = nullptr;       // links report it
  const Stage* switching = nullptr;  // switches report it
  const Stage* path = nullptr;       // both report it, so that its union runs from NIC to NIC
};

/// Reports `span` under its own stage and as part of the path, where there are such.
inline void report(Probe& probe, const Stage* own, const Stage* path, Span span) {
  for (const Stage* stage : {own, path}) {
    if (!stage) continue;
    span.stage = stage;
    probe.span(span);
  }
}

/// The tag of a span in the network.
inline Tag between_hosts(Tag tag) {
  tag.host = no_host;
  return tag;
}

}  // namespace rocelab::fabric
