#pragma once
#include <string>
#include <vector>

#include "hw/fabric/faults/catalog.h"
#include "scenarios/config/config.h"

namespace rocelab::scenarios {

/// One fault of a lane and where it acts: which way frames travel, and on which cable. The road from local to peer has
/// two, or one between both; any other is named.
struct FaultSettings {
  enum class Link { sender, receiver, local, peer, all, named };

  fabric::FaultSpec spec;  // its name is the one the scenario chose
  bool local_to_peer;
  bool peer_to_local;
  Link link;
  std::string cable;  // Link::named

  /// Does it act on the cable at this end for frames that go this way? One cable between both is at either end.
  bool acts_on(bool local_end, bool to_peer) const;
  /// Does it act on this other cable? `forward`: out of its host or source, or from a trunk's lower switch to the
  /// higher.
  bool acts_on(const std::string& other, bool forward) const {
    return link == Link::named && cable == other && (forward ? local_to_peer : peer_to_local);
  }
  /// Does it go on for as long as the run does? A list and a window are one event: they have no rate.
  bool lasts() const { return spec.trigger != "exact" && spec.trigger != "window"; }
  /// Nothing passes while it fires: the link is down.
  bool takes_link_down() const {
    return spec.trigger == "window" && spec.effect == "drop" && spec.frames == fabric::Frames::all;
  }
};

/// The faults of a lane in alphabetical order, without those that are off. Throws InputError for a fault without a
/// trigger or an effect, and for a key that neither of the two takes.
std::vector<FaultSettings> resolve_faults(const Config&, const std::string& lane);

}  // namespace rocelab::scenarios
