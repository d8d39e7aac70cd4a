#pragma once
#include <cstring>

#include "host/verbs/cm/rdma_cma.h"
#include "host/verbs/two_computers.h"

namespace rocelab::test {

/// A program that uses connection management as the examples of librdmacm do.
struct CmProgram {
  Computer& machine;
  verbs::rdma_event_channel* channel;
  verbs::ibv_pd* pd;
  verbs::ibv_cq* cq;
  verbs::rdma_cm_id* id = nullptr;

  explicit CmProgram(Computer& m)
      : machine(m),
        channel(verbs::rdma_create_event_channel(&m.context)),
        pd(verbs::ibv_alloc_pd(&m.context)),
        cq(verbs::ibv_create_cq(&m.context, 64)) {
    REQUIRE(verbs::rdma_create_id(channel, &id, this, verbs::RDMA_PS_TCP) == 0);
  }

  static sockaddr_in address(std::uint32_t ip, std::uint16_t port) {
    sockaddr_in a;
    std::memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(ip);
    return a;
  }

  int listen(std::uint16_t port) {
    sockaddr_in any = address(INADDR_ANY, port);
    if (verbs::rdma_bind_addr(id, reinterpret_cast<sockaddr*>(&any)) != 0) return -1;
    return verbs::rdma_listen(id, 8);
  }

  /// Up to where rdma_connect() is the next call.
  void resolve(std::uint16_t port) {
    sockaddr_in to = address(0x0a000002, port);
    REQUIRE(verbs::rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr*>(&to), 2000) == 0);
    CHECK(take().event == verbs::RDMA_CM_EVENT_ADDR_RESOLVED);
    REQUIRE(verbs::rdma_resolve_route(id, 2000) == 0);
    CHECK(take().event == verbs::RDMA_CM_EVENT_ROUTE_RESOLVED);
  }

  void create_qp(verbs::rdma_cm_id* of) {
    verbs::ibv_qp_init_attr attr = {};
    attr.send_cq = attr.recv_cq = cq;
    attr.cap.max_send_wr = attr.cap.max_recv_wr = 16;
    attr.cap.max_send_sge = attr.cap.max_recv_sge = 1;
    attr.qp_type = verbs::IBV_QPT_RC;
    REQUIRE(verbs::rdma_create_qp(of, pd, &attr) == 0);
  }

  /// The next event, acknowledged.
  verbs::rdma_cm_event take() {
    verbs::rdma_cm_event* event = nullptr;
    REQUIRE(verbs::rdma_get_cm_event(channel, &event) == 0);
    const verbs::rdma_cm_event copy = *event;
    REQUIRE(verbs::rdma_ack_cm_event(event) == 0);
    return copy;
  }
  bool has_event() {
    verbs::rdma_cm_event* event = nullptr;
    return verbs::rdma_get_cm_event(channel, &event) == 0;
  }
};

/// A client on one computer, a server on the other that listens.
struct CmPair {
  TwoComputers lab;
  CmProgram client{lab.a}, server{lab.b};
  verbs::rdma_cm_id* accepted = nullptr;
  verbs::rdma_cm_event request, at_client, at_server;

  CmPair() { REQUIRE(server.listen(7471) == 0); }

  /// As far as the server's CONNECT_REQUEST.
  void call(verbs::rdma_conn_param param) {
    client.resolve(7471);
    client.create_qp(client.id);
    REQUIRE(verbs::rdma_connect(client.id, &param) == 0);
    request = server.take();
    REQUIRE(request.event == verbs::RDMA_CM_EVENT_CONNECT_REQUEST);
    accepted = request.id;
  }
  void establish(verbs::rdma_conn_param asked, verbs::rdma_conn_param answered) {
    call(asked);
    server.create_qp(accepted);
    REQUIRE(verbs::rdma_accept(accepted, &answered) == 0);
    at_client = client.take();
    at_server = server.take();
    CHECK(at_client.event == verbs::RDMA_CM_EVENT_ESTABLISHED);
    CHECK(at_server.event == verbs::RDMA_CM_EVENT_ESTABLISHED);
  }
};

inline verbs::ibv_qp_attr query(verbs::ibv_qp* qp) {
  verbs::ibv_qp_attr a;
  REQUIRE(verbs::ibv_query_qp(qp, &a, ~0u) == 0);
  return a;
}

inline verbs::rdma_conn_param reads(std::uint8_t responder_resources, std::uint8_t initiator_depth) {
  verbs::rdma_conn_param p;
  p.responder_resources = responder_resources;
  p.initiator_depth = initiator_depth;
  p.retry_count = 6;
  p.rnr_retry_count = 5;
  return p;
}

}  // namespace rocelab::test
