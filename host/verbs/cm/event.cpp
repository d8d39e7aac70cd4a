#include <algorithm>
#include <cerrno>

#include "host/verbs/cm/connection.h"

/// What comes from the peer becomes events.
namespace rocelab::verbs {

using namespace cm;

namespace {

bool has_message(const rdma_cm_id& id) { return id.stream && id.stream->readable() >= Message::size; }

/// The stream has ended under a connection that lives on it.
bool is_lost(const rdma_cm_id& id) {
  return id.stream && id.state != State::over && !has_message(id) && id.stream->ended();
}

bool calls(const rdma_cm_id& id) { return id.listener && id.listener->pending(); }

void accept_stream(rdma_cm_id& listening) {
  rdma_cm_id& id = make_id(*listening.channel, listening.context, listening.ps);
  id.stream = listening.listener->accept();
  id.listen_id = &listening;
  id.port = listening.port;
  id.path_mtu = listening.path_mtu;
  id.min_rnr_timer = listening.min_rnr_timer;
  id.ack_timeout = listening.ack_timeout;
  id.tos = listening.tos;
  id.state = State::request_awaited;
}

void take_request(rdma_cm_id& id, const Message& m) {
  id.peer = m;
  id.remote = m.gid;
  const auto gids = id.verbs->platform.gids();
  id.local =
      *std::find_if(gids.begin(), gids.end(), [&](const wire::Gid& g) { return g.is_ipv4() == m.gid.is_ipv4(); });
  id.state = State::request_received;
  rdma_cm_event& e = raise(id, RDMA_CM_EVENT_CONNECT_REQUEST);
  e.listen_id = id.listen_id;
  e.message = m;
  // Seen from here: what the peer asks for is answered here (rdma_get_cm_event(3)).
  e.param.conn.responder_resources = m.initiator_depth;
  e.param.conn.initiator_depth = m.responder_resources;
  e.param.conn.retry_count = m.retry_count;
  e.param.conn.rnr_retry_count = m.rnr_retry_count;
  e.param.conn.qp_num = m.qpn;
  e.param.conn.private_data_len = private_data_of_req;
}

void take_reply(rdma_cm_id& id, const Message& m) {
  id.peer = m;
  const std::uint8_t answers = answered_by(id, id.own.responder_resources);
  const std::uint8_t asks = asked_by(id, id.own.initiator_depth);
  if (const int error = enter_rts(id, answers, asks)) {
    id.state = State::over;
    raise(id, RDMA_CM_EVENT_CONNECT_ERROR, -error);
    return;
  }
  Message rtu;
  rtu.type = Message::Type::rtu;
  send(id, rtu);
  id.state = State::connected;
  rdma_cm_event& e = raise(id, RDMA_CM_EVENT_ESTABLISHED);
  e.message = m;
  e.param.conn.responder_resources = answers;
  e.param.conn.initiator_depth = asks;
  e.param.conn.rnr_retry_count = m.rnr_retry_count;
  e.param.conn.qp_num = m.qpn;
  e.param.conn.private_data_len = private_data_of_rep;
}

void take_rejection(rdma_cm_id& id, const Message& m) {
  enter_error(id);
  id.state = State::over;
  rdma_cm_event& e = raise(id, RDMA_CM_EVENT_REJECTED, m.reason);
  e.message = m;
  e.param.conn.private_data_len = private_data_of_rej;
}

void end_connection(rdma_cm_id& id) {
  enter_error(id);
  id.state = State::over;
  raise(id, RDMA_CM_EVENT_DISCONNECTED);
}

void take(rdma_cm_id& id, const Message& m) {
  using Type = Message::Type;
  if (id.state == State::request_awaited && m.type == Type::req) return take_request(id, m);
  if (id.state == State::connecting && m.type == Type::rep) return take_reply(id, m);
  if (id.state == State::connecting && m.type == Type::rej) return take_rejection(id, m);
  if (id.state == State::accepting && m.type == Type::rtu) {
    id.state = State::connected;
    raise(id, RDMA_CM_EVENT_ESTABLISHED);
    return;
  }
  if (m.type == Type::dreq) {
    Message answer;
    answer.type = Type::drep;
    send(id, answer);
    // Both ends may have asked at once.
    if (id.state != State::over) end_connection(id);
    return;
  }
  if (id.state == State::disconnecting && m.type == Type::drep) end_connection(id);
}

void lose(rdma_cm_id& id) {
  const State was = id.state;
  if (was == State::connected || was == State::disconnecting) return end_connection(id);
  id.state = State::over;
  if (was == State::connecting) raise(id, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT);
  if (was == State::accepting || was == State::request_received) raise(id, RDMA_CM_EVENT_CONNECT_ERROR, -ECONNRESET);
}

/// Turns all that has come into events; ids that are made meanwhile get their turn.
void progress(rdma_event_channel& channel) {
  for (std::size_t i = 0; i < channel.live.size(); ++i) {
    rdma_cm_id& id = *channel.live[i];
    while (calls(id)) accept_stream(id);
    while (has_message(id)) {
      std::uint8_t octets[Message::size];
      id.stream->read(octets, sizeof octets);
      take(id, Message::decode(octets));
    }
    if (is_lost(id)) lose(id);
  }
}

bool anything(const rdma_event_channel& channel) {
  return !channel.events.empty() || std::any_of(channel.live.begin(), channel.live.end(), [](const rdma_cm_id* id) {
    return calls(*id) || has_message(*id) || is_lost(*id);
  });
}

}  // namespace

int rdma_get_cm_event(rdma_event_channel* channel, rdma_cm_event** event) {
  for (progress(*channel); channel->events.empty(); progress(*channel)) {
    if (channel->context.platform.sleep_until([channel] { return anything(*channel); })) continue;
    errno = EAGAIN;
    return -1;
  }
  rdma_cm_event* e = channel->taken.add(std::move(channel->events.front()));
  channel->events.pop_front();
  ++e->id->unacked;
  if (e->listen_id) ++e->listen_id->unacked;
  if (e->param.conn.private_data_len > 0) e->param.conn.private_data = e->message.private_data.data();
  *event = e;
  return 0;
}

int rdma_ack_cm_event(rdma_cm_event* event) {
  --event->id->unacked;
  if (event->listen_id) --event->listen_id->unacked;
  event->id->channel->taken.drop(event);
  return 0;
}

const char* rdma_event_str(rdma_cm_event_type event) {
  switch (event) {
    case RDMA_CM_EVENT_ADDR_RESOLVED:
      return "RDMA_CM_EVENT_ADDR_RESOLVED";
    case RDMA_CM_EVENT_ADDR_ERROR:
      return "RDMA_CM_EVENT_ADDR_ERROR";
    case RDMA_CM_EVENT_ROUTE_RESOLVED:
      return "RDMA_CM_EVENT_ROUTE_RESOLVED";
    case RDMA_CM_EVENT_ROUTE_ERROR:
      return "RDMA_CM_EVENT_ROUTE_ERROR";
    case RDMA_CM_EVENT_CONNECT_REQUEST:
      return "RDMA_CM_EVENT_CONNECT_REQUEST";
    case RDMA_CM_EVENT_CONNECT_RESPONSE:
      return "RDMA_CM_EVENT_CONNECT_RESPONSE";
    case RDMA_CM_EVENT_CONNECT_ERROR:
      return "RDMA_CM_EVENT_CONNECT_ERROR";
    case RDMA_CM_EVENT_UNREACHABLE:
      return "RDMA_CM_EVENT_UNREACHABLE";
    case RDMA_CM_EVENT_REJECTED:
      return "RDMA_CM_EVENT_REJECTED";
    case RDMA_CM_EVENT_ESTABLISHED:
      return "RDMA_CM_EVENT_ESTABLISHED";
    case RDMA_CM_EVENT_DISCONNECTED:
      return "RDMA_CM_EVENT_DISCONNECTED";
    case RDMA_CM_EVENT_DEVICE_REMOVAL:
      return "RDMA_CM_EVENT_DEVICE_REMOVAL";
    case RDMA_CM_EVENT_MULTICAST_JOIN:
      return "RDMA_CM_EVENT_MULTICAST_JOIN";
    case RDMA_CM_EVENT_MULTICAST_ERROR:
      return "RDMA_CM_EVENT_MULTICAST_ERROR";
    case RDMA_CM_EVENT_ADDR_CHANGE:
      return "RDMA_CM_EVENT_ADDR_CHANGE";
    case RDMA_CM_EVENT_TIMEWAIT_EXIT:
      return "RDMA_CM_EVENT_TIMEWAIT_EXIT";
  }
  return "unknown";
}

}  // namespace rocelab::verbs
