#pragma once
#include "host/verbs/cm/types.h"

/// The calls of librdmacm for reliable connections. They return 0, or -1 with errno set; what the peer or the network
/// decides comes as an event.
///
/// A real connection manager sends its messages as MADs to QP 1, an unreliable datagram service of every port, and the
/// kernel speaks for the program. Here the messages are those (REQ, REP, RTU, REJ, DREQ, DREP), but a TCP stream
/// carries them and the library sends them itself: set-up costs the system calls of a socket. Two calls differ in
/// shape: a channel is made for an open device, and rdma_create_qp() takes LabOptions.
namespace rocelab::verbs {

rdma_event_channel* rdma_create_event_channel(ibv_context*);
/// Ids of the channel are gone with it.
void rdma_destroy_event_channel(rdma_event_channel*);

int rdma_create_id(rdma_event_channel*, rdma_cm_id**, void* context, rdma_port_space);
/// EBUSY while events of the id are not acknowledged, where librdmacm would wait. Its queue pair goes first.
int rdma_destroy_id(rdma_cm_id*);

int rdma_bind_addr(rdma_cm_id*, sockaddr*);
int rdma_resolve_addr(rdma_cm_id*, sockaddr* source, sockaddr* destination, int timeout_ms);
int rdma_resolve_route(rdma_cm_id*, int timeout_ms);

/// A queue pair in INIT; connection management moves it on. Without a PD it is in one that all such share; completion
/// queues that `attr` lacks are made, each with a channel, and go with the queue pair.
int rdma_create_qp(rdma_cm_id*, ibv_pd*, ibv_qp_init_attr*, const LabOptions& = {});
void rdma_destroy_qp(rdma_cm_id*);

int rdma_listen(rdma_cm_id*, int backlog);
int rdma_connect(rdma_cm_id*, rdma_conn_param*);
/// No parameters: what the request asked for.
int rdma_accept(rdma_cm_id*, rdma_conn_param*);
int rdma_reject(rdma_cm_id*, const void* private_data, std::uint8_t private_data_len);
/// The queue pair enters ERR: what is posted is flushed, at the peer as soon as it takes its DISCONNECTED.
int rdma_disconnect(rdma_cm_id*);

/// Sleeps until there is an event, and takes the oldest.
int rdma_get_cm_event(rdma_event_channel*, rdma_cm_event**);
int rdma_ack_cm_event(rdma_cm_event*);
/// "RDMA_CM_EVENT_ESTABLISHED"…
const char* rdma_event_str(rdma_cm_event_type);

inline constexpr int RDMA_OPTION_ID = 0, RDMA_OPTION_ID_TOS = 0, RDMA_OPTION_ID_ACK_TIMEOUT = 3;
int rdma_set_option(rdma_cm_id*, int level, int name, void* value, std::size_t length);

}  // namespace rocelab::verbs
