#pragma once
#include <string>

#include "app/conformance/rc_value.h"
#include "host/verbs/types.h"

/// The words of a case and the constants of the verbs that they stand for.
namespace rocelab::app::replay {

unsigned access_of(const Json& list, std::string_view what);
unsigned send_flags_of(const Json& list, std::string_view what);
verbs::ibv_wr_opcode wr_opcode_of(const Json& name, std::string_view what);
verbs::ibv_qp_type qp_type_of(const Json& name, std::string_view what);
verbs::ibv_qp_state state_of(const Json& name, std::string_view what);
verbs::ibv_mtu mtu_of(std::uint64_t octets, std::string_view what);

std::string_view name(verbs::ibv_qp_state);
std::string_view name(verbs::ibv_wc_status);
std::string_view name(verbs::ibv_wc_opcode);
/// 0, or the errno's name without a number: "EINVAL".
Json errno_name(int error);

}  // namespace rocelab::app::replay
