#pragma once
#include "app/conformance/icrc_field.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::app {

/// What the wire formats read from a RoCEv2 frame, in the three groups of a packet vector.
/// The view must have been parsed without error.
Fields l3_fields(const wire::RoceView&);
Fields udp_fields(const wire::RoceView&);
Fields ib_fields(const wire::RoceView&);

/// The frame from Ethernet header to pad once more: every header decoded and encoded again, payload and pad copied.
/// Without ICRC and without what follows the IP packet.
std::string encoded_again(const wire::RoceView&);

}  // namespace rocelab::app
