#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "tlm/facts.h"

/// Why the library or the driver refuses a call at once. The caller gets an errno value, as from libibverbs; which rule
/// it was, what was given and what is allowed stand here. Words for each: lessons/words.
namespace rocelab::verbs {

struct Refusal {
  const MomentKind* rule = nullptr;
  int error = 0;
  std::vector<std::pair<std::string_view, std::uint64_t>> values;
};

// ibv_modify_qp
inline constexpr MomentKind refused_transition{"verbs.no_transition"};   // qpn, from, to
inline constexpr MomentKind refused_current_state{"verbs.other_state"};  // qpn, given, state
inline constexpr MomentKind refused_missing{"verbs.attribute_missing"};  // qpn, from, to, bits
inline constexpr MomentKind refused_excess{"verbs.attribute_excess"};    // qpn, from, to, bits
inline constexpr MomentKind refused_value{"verbs.attribute_value"};      // bit, given, lowest, highest
inline constexpr MomentKind refused_unreachable{"verbs.unreachable"};    // address

// Posting
inline constexpr MomentKind refused_state{"verbs.state"};                    // qpn, state
inline constexpr MomentKind refused_operation{"verbs.operation"};            // qpn, opcode, type
inline constexpr MomentKind refused_sges{"verbs.sges"};                      // qpn, given, most
inline constexpr MomentKind refused_full{"verbs.queue_full"};                // qpn, most
inline constexpr MomentKind refused_inline{"verbs.inline_data"};             // qpn, given, most
inline constexpr MomentKind refused_atomic{"verbs.atomic"};                  // qpn, given, address
inline constexpr MomentKind refused_fetch{"verbs.no_fetches"};               // qpn, opcode
inline constexpr MomentKind refused_address{"verbs.address_handle"};         // qpn
inline constexpr MomentKind refused_bind{"verbs.bind"};                      // qpn
inline constexpr MomentKind refused_window_type{"verbs.window_type"};        // qpn, type
inline constexpr MomentKind refused_shared_queue{"verbs.has_shared_queue"};  // qpn

// Objects
inline constexpr MomentKind refused_capability{"verbs.capability"};   // given, most
inline constexpr MomentKind refused_argument{"verbs.argument"};       // given
inline constexpr MomentKind refused_access{"verbs.access"};           // given
inline constexpr MomentKind refused_memory{"verbs.not_mapped"};       // address, length
inline constexpr MomentKind refused_in_use{"verbs.in_use"};           // users
inline constexpr MomentKind refused_full_cq{"verbs.cq_not_empty"};    // given, entries
inline constexpr MomentKind refused_full_srq{"verbs.srq_not_empty"};  // given, entries
inline constexpr MomentKind refused_iova{"verbs.iova"};               // iova, address, page
inline constexpr MomentKind refused_unacked{"verbs.unacked"};         // events

}  // namespace rocelab::verbs
