#include <cerrno>
#include <cstring>

#include "host/apps/path_mtu.h"
#include "host/apps/rdma_endpoint.h"
#include "host/apps/rdma_facts.h"
#include "tlm/wire/octets.h"

/// An end that leaves its connection to connection management.
namespace rocelab::host {

using namespace verbs;

namespace {

/// Of what the two programs say to each other in private data: version, rkey and address.
constexpr std::uint32_t own_version = 1;

sockaddr_in6 socket_address(const wire::Gid& gid, std::uint16_t port) {
  sockaddr_in6 a{};
  a.sin6_family = AF_INET6;  // an IPv4 address is a mapped one, as in a GID
  a.sin6_port = htons(port);
  std::memcpy(a.sin6_addr.s6_addr, gid.octets.data(), gid.octets.size());
  return a;
}

void report(Probe& probe, Tag tag, const rdma_cm_event& e) {
  if (e.event == RDMA_CM_EVENT_CONNECT_REQUEST) probe.moment(moment_cm_requested, tag, {{"qpn", e.id->peer.qpn}});
  if (e.event == RDMA_CM_EVENT_ESTABLISHED) probe.moment(moment_cm_established, tag, {{"qpn", e.id->peer.qpn}});
  if (e.event == RDMA_CM_EVENT_DISCONNECTED) probe.moment(moment_cm_disconnected, tag);
  if (e.event == RDMA_CM_EVENT_REJECTED)
    probe.moment(moment_cm_rejected, tag, {{"reason", static_cast<std::uint64_t>(e.status)}});
}

const std::uint8_t* octets_of(const rdma_cm_event& e) { return e.message.private_data.data(); }

}  // namespace

/// The event is acknowledged at once: what of it is needed later is in the copy.
std::optional<rdma_cm_event> RdmaEndpoint::next_event() {
  rdma_cm_event* event = nullptr;
  if (rdma_get_cm_event(events_, &event) != 0) return std::nullopt;
  report(host_.probe(), program_.tag(), *event);
  const rdma_cm_event copy = *event;
  rdma_ack_cm_event(event);
  return copy;
}

int RdmaEndpoint::create_managed_qp(rdma_cm_id* id) {
  id_ = id;
  id->path_mtu = path_mtu(options_.mtu);
  id->min_rnr_timer = options_.min_rnr_timer;
  std::uint8_t timeout = options_.timeout;
  if (rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, sizeof timeout) != 0) return errno;
  if (rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &options_.traffic_class, 1) != 0) return errno;
  ibv_qp_init_attr init = queue_pair();
  if (rdma_create_qp(id, pd_, &init, lab_options()) != 0) return errno;
  qps_ = {id->qp};
  offer(0);
  return 0;
}

rdma_conn_param RdmaEndpoint::parameters(std::array<std::uint8_t, 16>& offer) const {
  wire::put32(&offer[0], own_version);
  wire::put32(&offer[4], local_.rkey);
  wire::put64(&offer[8], local_.address);
  rdma_conn_param p;
  p.private_data = offer.data();
  p.private_data_len = static_cast<std::uint8_t>(offer.size());
  p.responder_resources = options_.max_dest_rd_atomic;
  p.initiator_depth = options_.max_rd_atomic;
  p.retry_count = options_.retry_cnt;
  p.rnr_retry_count = options_.rnr_retry;
  return p;
}

int RdmaEndpoint::connect(const wire::Gid& server, std::uint16_t port) {
  events_ = rdma_create_event_channel(&context_);
  rdma_cm_id* id = nullptr;
  rdma_create_id(events_, &id, nullptr, RDMA_PS_TCP);
  sockaddr_in6 to = socket_address(server, port);
  if (rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr*>(&to), 2000) != 0) return errno;
  if (const auto e = next_event(); !e || e->event != RDMA_CM_EVENT_ADDR_RESOLVED) return EHOSTUNREACH;
  if (rdma_resolve_route(id, 2000) != 0) return errno;
  if (const auto e = next_event(); !e || e->event != RDMA_CM_EVENT_ROUTE_RESOLVED) return EHOSTUNREACH;
  if (const int e = create_managed_qp(id)) return e;
  std::array<std::uint8_t, 16> offer{};
  rdma_conn_param p = parameters(offer);
  if (rdma_connect(id, &p) != 0) return errno;
  const auto e = next_event();
  if (!e) return EIO;
  if (e->event == RDMA_CM_EVENT_REJECTED) {
    rejection_ = {{"reason", static_cast<std::uint64_t>(e->status)},
                  {"offered", own_version},
                  {"wanted", wire::get32(octets_of(*e))}};
    return ECONNREFUSED;
  }
  if (e->event != RDMA_CM_EVENT_ESTABLISHED) return ETIMEDOUT;
  remote_.rkey = wire::get32(octets_of(*e) + 4);
  remote_.address = wire::get64(octets_of(*e) + 8);
  return 0;
}

int RdmaEndpoint::listen(std::uint16_t port) {
  events_ = rdma_create_event_channel(&context_);
  rdma_create_id(events_, &listening_, nullptr, RDMA_PS_TCP);
  sockaddr_in6 any = socket_address({}, port);
  if (rdma_bind_addr(listening_, reinterpret_cast<sockaddr*>(&any)) != 0) return errno;
  return rdma_listen(listening_, 1) == 0 ? 0 : errno;
}

int RdmaEndpoint::accept() {
  const auto request = next_event();
  if (!request || request->event != RDMA_CM_EVENT_CONNECT_REQUEST) return EIO;
  // A server of the next version of the programs' protocol does not talk to the last one.
  const bool other = options_.wrong == Mistake::What::rejected;
  if (const std::uint32_t version = own_version + other; wire::get32(octets_of(*request)) != version) {
    std::uint8_t wanted[4];
    wire::put32(wanted, version);
    rdma_reject(request->id, wanted, sizeof wanted);
    rdma_destroy_id(request->id);
    return ECONNREFUSED;
  }
  if (const int e = create_managed_qp(request->id)) return e;
  std::array<std::uint8_t, 16> offer{};
  rdma_conn_param p = parameters(offer);
  if (rdma_accept(id_, &p) != 0) return errno;
  const auto e = next_event();
  return e && e->event == RDMA_CM_EVENT_ESTABLISHED ? 0 : ECONNRESET;
}

int RdmaEndpoint::disconnect(bool client) {
  platform_.wait_again();
  if (!id_) return 0;
  if (client && id_->state == cm::State::connected) {
    if (rdma_disconnect(id_) != 0) return errno;
  }
  if (id_->state != cm::State::over && !next_event()) return EIO;
  rdma_destroy_qp(id_);
  qps_.clear();
  return rdma_destroy_id(id_) == 0 ? 0 : errno;
}

}  // namespace rocelab::host
