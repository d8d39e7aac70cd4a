#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/verbs/cm/connection.h"
#include "host/verbs/cm/refusals.h"

/// Ids, their channels, their addresses and queue pairs: what comes before there is a connection.
namespace rocelab::verbs {

using namespace cm;

namespace {

/// The address and port that a program gave; false for another family.
bool read(const sockaddr* address, wire::Gid& gid, std::uint16_t& port) {
  if (!address) return false;
  if (address->sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, address, sizeof in);
    gid = wire::Gid::from_ipv4(ntohl(in.sin_addr.s_addr));
    port = ntohs(in.sin_port);
    return true;
  }
  if (address->sa_family != AF_INET6) return false;
  sockaddr_in6 in6;
  std::memcpy(&in6, address, sizeof in6);
  gid = wire::Gid::from(in6.sin6_addr.s6_addr);
  port = ntohs(in6.sin6_port);
  return true;
}

int refuse_address(rdma_cm_id& id, const sockaddr* address, std::uint16_t port) {
  const std::uint64_t family = address ? address->sa_family : 0;
  return refuse(id, refused_cm_address, EAFNOSUPPORT, {{"family", family}, {"port", port}});
}

/// The own address of the family that reaches `remote`.
wire::Gid own_address(Platform& platform, const wire::Gid& remote) {
  for (const wire::Gid& gid : platform.gids()) {
    if (gid.is_ipv4() == remote.is_ipv4()) return gid;
  }
  return {};
}

/// One for all queue pairs of the device that bring none, as librdmacm has it.
ibv_pd* default_pd(ibv_context& context) {
  if (!context.cm_pd) context.cm_pd = ibv_alloc_pd(&context);
  return context.cm_pd;
}

void drop_cq(ibv_cq*& cq, ibv_comp_channel*& channel) {
  if (cq) ibv_destroy_cq(cq);
  if (channel) ibv_destroy_comp_channel(channel);
  cq = nullptr;
  channel = nullptr;
}

void drop_cqs(rdma_cm_id& id) {
  drop_cq(id.send_cq, id.send_cq_channel);
  drop_cq(id.recv_cq, id.recv_cq_channel);
}

/// A completion queue with a channel of its own for each direction that has none.
bool supply_cqs(rdma_cm_id& id, ibv_qp_init_attr& attr) {
  const auto supply = [&](ibv_cq*& wanted, ibv_cq*& own, ibv_comp_channel*& channel, std::uint32_t requests) {
    if (wanted) return true;
    channel = ibv_create_comp_channel(id.verbs);
    own = wanted = ibv_create_cq(id.verbs, static_cast<int>(std::max(requests, 1u)), &id, channel, 0);
    return own != nullptr;
  };
  if (supply(attr.send_cq, id.send_cq, id.send_cq_channel, attr.cap.max_send_wr) &&
      supply(attr.recv_cq, id.recv_cq, id.recv_cq_channel, attr.cap.max_recv_wr)) {
    return true;
  }
  const int error = errno;
  drop_cqs(id);
  errno = error;
  return false;
}

}  // namespace

rdma_event_channel* rdma_create_event_channel(ibv_context* context) {
  const std::size_t number = context->cm_channels.size();
  return context->cm_channels.emplace_back(std::make_shared<rdma_event_channel>(*context, number)).get();
}

void rdma_destroy_event_channel(rdma_event_channel* channel) {
  // Its place stays, so that the next channel draws from another random stream.
  for (auto& c : channel->context.cm_channels) {
    if (c.get() == channel) return c.reset();
  }
}

int rdma_create_id(rdma_event_channel* channel, rdma_cm_id** id, void* context, rdma_port_space ps) {
  *id = &make_id(*channel, context, ps);
  return 0;
}

int rdma_destroy_id(rdma_cm_id* id) {
  if (id->qp) return refuse(*id, refused_in_use, EBUSY, {{"users", 1}});
  if (id->unacked > 0) return refuse(*id, refused_events_unacked, EBUSY, {{"events", id->unacked}});
  rdma_event_channel& channel = *id->channel;
  if (id->stream) id->stream->close();
  auto& events = channel.events;
  events.erase(std::remove_if(events.begin(), events.end(), [id](const rdma_cm_event& e) { return e.id == id; }),
               events.end());
  channel.live.erase(std::find(channel.live.begin(), channel.live.end(), id));
  channel.ids.drop(id);
  return 0;
}

int rdma_bind_addr(rdma_cm_id* id, sockaddr* address) {
  if (require_state(*id, {State::idle})) return -1;
  if (!read(address, id->local, id->port)) return refuse_address(*id, address, 0);
  id->state = State::bound;
  return 0;
}

int rdma_resolve_addr(rdma_cm_id* id, sockaddr*, sockaddr* destination, int) {
  if (require_state(*id, {State::idle, State::bound})) return -1;
  if (!read(destination, id->remote, id->port)) return refuse_address(*id, destination, 0);
  if (!id->verbs->platform.resolve(id->remote)) {
    raise(*id, RDMA_CM_EVENT_ADDR_ERROR, -EHOSTUNREACH);
    return 0;
  }
  id->local = own_address(id->verbs->platform, id->remote);
  id->state = State::address_resolved;
  raise(*id, RDMA_CM_EVENT_ADDR_RESOLVED);
  return 0;
}

int rdma_resolve_route(rdma_cm_id* id, int) {
  if (require_state(*id, {State::address_resolved})) return -1;
  id->state = State::route_resolved;
  raise(*id, RDMA_CM_EVENT_ROUTE_RESOLVED);
  return 0;
}

int rdma_create_qp(rdma_cm_id* id, ibv_pd* pd, ibv_qp_init_attr* attr, const LabOptions& lab) {
  if (id->qp) return refuse(*id, refused_in_use, EINVAL, {{"users", 1}});
  if (!pd) pd = default_pd(*id->verbs);
  if (!supply_cqs(*id, *attr)) return -1;
  id->qp = ibv_create_qp(pd, attr, lab);
  if (!id->qp) {
    const int error = errno;
    drop_cqs(*id);
    errno = error;
    return -1;
  }
  id->pd = pd;
  if (const int error = enter_init(*id)) {
    rdma_destroy_qp(id);
    errno = error;
    return -1;
  }
  return 0;
}

void rdma_destroy_qp(rdma_cm_id* id) {
  if (!id->qp) return;
  ibv_destroy_qp(id->qp);
  id->qp = nullptr;
  drop_cqs(*id);
}

int rdma_set_option(rdma_cm_id* id, int level, int name, void* value, std::size_t length) {
  const bool known = name == RDMA_OPTION_ID_ACK_TIMEOUT || name == RDMA_OPTION_ID_TOS;
  if (level != RDMA_OPTION_ID || !known || length != 1)
    return refuse(*id, refused_option, ENOSYS, {{"given", static_cast<std::uint64_t>(name)}});
  const std::uint8_t octet = *static_cast<const std::uint8_t*>(value);
  if (name == RDMA_OPTION_ID_TOS) return id->tos = octet, 0;
  if (octet > 31) return refuse(*id, refused_option, EINVAL, {{"given", octet}});
  id->ack_timeout = octet;
  return 0;
}

}  // namespace rocelab::verbs
