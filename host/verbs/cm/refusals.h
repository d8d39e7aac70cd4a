#pragma once
#include "host/verbs/refusals.h"

/// Why a call of connection management is refused at once.
namespace rocelab::verbs::cm {

inline constexpr MomentKind refused_cm_state{"cm.state"};                 // given, state
inline constexpr MomentKind refused_private_data{"cm.private_data"};      // given, most
inline constexpr MomentKind refused_cm_address{"cm.address"};             // family, port
inline constexpr MomentKind refused_port_taken{"cm.port_taken"};          // port
inline constexpr MomentKind refused_no_network{"cm.no_network"};          //
inline constexpr MomentKind refused_no_queue_pair{"cm.no_queue_pair"};    //
inline constexpr MomentKind refused_events_unacked{"cm.events_unacked"};  // events
inline constexpr MomentKind refused_option{"cm.option"};                  // given

}  // namespace rocelab::verbs::cm
