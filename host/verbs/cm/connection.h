#pragma once
#include "host/verbs/cm/rdma_cma.h"

/// Steps that several calls of connection management share.
namespace rocelab::verbs::cm {

/// Notes a refusal; sets errno and returns -1.
int refuse(rdma_cm_id&, const MomentKind& rule, int error,
           std::vector<std::pair<std::string_view, std::uint64_t>> values);
/// 0 where the id stands in one of these states; otherwise the call is refused.
int require_state(rdma_cm_id&, std::initializer_list<State>);
/// 0 where private data fit.
int require_fit(rdma_cm_id&, std::uint8_t length, std::uint8_t most);

rdma_cm_id& make_id(rdma_event_channel&, void* context, rdma_port_space);

/// Queues an event for the program.
rdma_cm_event& raise(rdma_cm_id&, rdma_cm_event_type, int status = 0);
/// Sends a message on the id's stream; false where it is broken.
bool send(rdma_cm_id&, const Message&);

/// What both ends ask for and both can give, the peer's message being in id.peer.
std::uint8_t answered_by(const rdma_cm_id&, std::uint8_t responder_resources);
std::uint8_t asked_by(const rdma_cm_id&, std::uint8_t initiator_depth);

/// INIT, RTR, RTS and ERR, with what the messages said. An errno value. No queue pair: nothing to do.
int enter_init(rdma_cm_id&);
int enter_rts(rdma_cm_id&, std::uint8_t responder_resources, std::uint8_t initiator_depth);
int enter_error(rdma_cm_id&);

}  // namespace rocelab::verbs::cm
