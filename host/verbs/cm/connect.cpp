#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/verbs/cm/connection.h"
#include "host/verbs/cm/refusals.h"

/// What a program says to make and to end a connection; what comes back is taken in event.cpp.
namespace rocelab::verbs {

using namespace cm;

namespace {

void put_private(Message& m, const void* data, std::uint8_t length) {
  if (length > 0) std::memcpy(m.private_data.data(), data, length);
}

/// The parts that REQ and REP have in common.
Message about(rdma_cm_id& id, Message::Type type, const rdma_conn_param& p) {
  Message m;
  m.type = type;
  m.qpn = id.qp ? id.qp->qp_num : p.qp_num;
  m.psn = id.psn = static_cast<std::uint32_t>(id.channel->random.below(1 << 24));
  m.gid = id.local;
  m.path_mtu = static_cast<std::uint8_t>(id.path_mtu);
  m.retry_count = p.retry_count;
  m.rnr_retry_count = p.rnr_retry_count;
  put_private(m, p.private_data, p.private_data_len);
  return m;
}

std::uint8_t at_most(std::uint8_t asked, const rdma_cm_id& id) {
  return std::min(asked, id.verbs->platform.nic().limits().max_rd_atomic);
}

}  // namespace

int rdma_listen(rdma_cm_id* id, int) {
  if (require_state(*id, {State::bound})) return -1;
  Network* network = id->verbs->platform.network();
  if (!network) return refuse(*id, refused_no_network, EOPNOTSUPP, {});
  id->listener = network->listen(id->port);
  if (!id->listener) return refuse(*id, refused_port_taken, EADDRINUSE, {{"port", id->port}});
  id->state = State::listening;
  return 0;
}

int rdma_connect(rdma_cm_id* id, rdma_conn_param* param) {
  if (require_state(*id, {State::route_resolved})) return -1;
  const rdma_conn_param p = param ? *param : rdma_conn_param{};
  if (!id->qp && p.qp_num == 0) return refuse(*id, refused_no_queue_pair, EINVAL, {});
  if (require_fit(*id, p.private_data_len, private_data_of_req)) return -1;
  Network* network = id->verbs->platform.network();
  if (!network) return refuse(*id, refused_no_network, EOPNOTSUPP, {});
  id->stream = network->connect(id->remote, id->port);
  if (!id->stream) {
    id->state = State::over;
    raise(*id, RDMA_CM_EVENT_REJECTED, reject_invalid_service);
    return 0;
  }
  id->own = about(*id, Message::Type::req, p);
  id->own.responder_resources = at_most(p.responder_resources, *id);
  id->own.initiator_depth = at_most(p.initiator_depth, *id);
  id->state = State::connecting;
  send(*id, id->own);  // a stream that is broken shows as one that has ended
  return 0;
}

int rdma_accept(rdma_cm_id* id, rdma_conn_param* param) {
  if (require_state(*id, {State::request_received})) return -1;
  rdma_conn_param p = param ? *param : rdma_conn_param{};
  if (!param) {
    p.responder_resources = id->peer.initiator_depth;
    p.initiator_depth = id->peer.responder_resources;
    p.rnr_retry_count = id->peer.rnr_retry_count;
  }
  if (!id->qp && p.qp_num == 0) return refuse(*id, refused_no_queue_pair, EINVAL, {});
  if (require_fit(*id, p.private_data_len, private_data_of_rep)) return -1;
  id->own = about(*id, Message::Type::rep, p);
  id->own.responder_resources = answered_by(*id, p.responder_resources);
  id->own.initiator_depth = asked_by(*id, p.initiator_depth);
  // Ready before the peer hears of it: its first request may come before its RTU.
  if (const int error = enter_rts(*id, id->own.responder_resources, id->own.initiator_depth)) {
    errno = error;
    return -1;
  }
  id->state = State::accepting;
  send(*id, id->own);
  return 0;
}

int rdma_reject(rdma_cm_id* id, const void* private_data, std::uint8_t private_data_len) {
  if (require_state(*id, {State::request_received})) return -1;
  if (require_fit(*id, private_data_len, private_data_of_rej)) return -1;
  Message m;
  m.type = Message::Type::rej;
  m.reason = reject_by_consumer;
  put_private(m, private_data, private_data_len);
  id->state = State::over;
  send(*id, m);
  return 0;
}

int rdma_disconnect(rdma_cm_id* id) {
  // The peer was faster: what this call does has been done when its DREQ was taken.
  if (id->state == State::over) return 0;
  if (require_state(*id, {State::connected, State::accepting})) return -1;
  if (const int error = enter_error(*id)) {
    errno = error;
    return -1;
  }
  Message m;
  m.type = Message::Type::dreq;
  m.qpn = id->peer.qpn;
  id->state = State::disconnecting;
  send(*id, m);
  return 0;
}

}  // namespace rocelab::verbs
