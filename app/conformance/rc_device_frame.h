#pragma once
#include "app/conformance/rc_names.h"
#include "app/conformance/rc_peer.h"
#include "tlm/packet.h"
#include "tlm/units.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::app::replay {

/// A frame that the device has sent, as the peer sees it.
struct DeviceFrame {
  PacketPtr packet;
  wire::RoceView view;  // of `packet`
  Ps arrival = 0;
  std::string from;  // name of the QP for whose peer it is

  bool is_cnp() const { return view.bth.opcode == wire::Opcode::cnp; }
  /// "READ_RESP_ONLY psn 100".
  std::string title() const;
};

/// Takes a frame from the device and checks what FORMAT.md lists under "Checked on every device frame"; Failure where
/// one does not hold. CNPs are set aside: of them only what is needed to read them.
DeviceFrame inspect(PacketPtr, Ps arrival, const Names&, const Subnet&);

}  // namespace rocelab::app::replay
