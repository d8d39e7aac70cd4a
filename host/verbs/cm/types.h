#pragma once
#include <netinet/in.h>

#include <deque>
#include <memory>
#include <vector>

#include "host/verbs/cm/message.h"
#include "host/verbs/cm/network.h"
#include "host/verbs/verbs.h"
#include "tlm/random.h"

/// The structures of librdmacm (rdma/rdma_cma.h), by their own names.
namespace rocelab::verbs {

struct rdma_event_channel;
struct rdma_cm_id;

enum rdma_port_space { RDMA_PS_TCP = 0x0106 };

enum rdma_cm_event_type {
  RDMA_CM_EVENT_ADDR_RESOLVED,
  RDMA_CM_EVENT_ADDR_ERROR,
  RDMA_CM_EVENT_ROUTE_RESOLVED,
  RDMA_CM_EVENT_ROUTE_ERROR,
  RDMA_CM_EVENT_CONNECT_REQUEST,
  RDMA_CM_EVENT_CONNECT_RESPONSE,
  RDMA_CM_EVENT_CONNECT_ERROR,
  RDMA_CM_EVENT_UNREACHABLE,
  RDMA_CM_EVENT_REJECTED,
  RDMA_CM_EVENT_ESTABLISHED,
  RDMA_CM_EVENT_DISCONNECTED,
  // Never raised here; programs name them in their switch.
  RDMA_CM_EVENT_DEVICE_REMOVAL,
  RDMA_CM_EVENT_MULTICAST_JOIN,
  RDMA_CM_EVENT_MULTICAST_ERROR,
  RDMA_CM_EVENT_ADDR_CHANGE,
  RDMA_CM_EVENT_TIMEWAIT_EXIT,
};

/// As many as the device has.
inline constexpr std::uint8_t RDMA_MAX_RESP_RES = 0xff, RDMA_MAX_INIT_DEPTH = 0xff;

struct rdma_conn_param {
  const void* private_data = nullptr;
  std::uint8_t private_data_len = 0;
  std::uint8_t responder_resources = 0;
  std::uint8_t initiator_depth = 0;
  std::uint8_t flow_control = 0;
  std::uint8_t retry_count = 0;      // rdma_accept() does not look at it
  std::uint8_t rnr_retry_count = 0;  // of the peer's requests
  std::uint8_t srq = 0;
  std::uint32_t qp_num = 0;
};

/// Private data stays readable until the event is acknowledged.
struct rdma_cm_event {
  rdma_cm_id* id = nullptr;
  rdma_cm_id* listen_id = nullptr;  // of a CONNECT_REQUEST
  rdma_cm_event_type event = RDMA_CM_EVENT_ADDR_RESOLVED;
  int status = 0;  // REJECTED: the reason of the REJ; other failures: a negative errno value
  struct {
    rdma_conn_param conn;
  } param;
  cm::Message message{};
};

namespace cm {

/// Where an id stands (IBTA vol. 1, 12.9.8, without the states of UD).
enum class State : std::uint8_t {
  idle,
  bound,
  address_resolved,
  route_resolved,
  listening,
  request_awaited,   // a stream was accepted, its REQ is not here yet
  request_received,  // waits for rdma_accept() or rdma_reject()
  connecting,        // REQ sent
  accepting,         // REP sent
  connected,
  disconnecting,  // DREQ sent
  over,
};

}  // namespace cm

struct rdma_cm_id {
  ibv_context* verbs = nullptr;
  rdma_event_channel* channel = nullptr;
  void* context = nullptr;
  ibv_qp* qp = nullptr;
  ibv_pd* pd = nullptr;
  rdma_port_space ps = RDMA_PS_TCP;
  std::uint8_t port_num = 1;
  // Made by rdma_create_qp() where the program brings none.
  ibv_comp_channel *send_cq_channel = nullptr, *recv_cq_channel = nullptr;
  ibv_cq *send_cq = nullptr, *recv_cq = nullptr;

  // What stands beside librdmacm's members in this laboratory; a real route and its agent say these.
  ibv_mtu path_mtu = IBV_MTU_1024;  // the connection takes the smaller one of both ends
  std::uint8_t min_rnr_timer = 0;   // as Linux sets it: code 0 is 655 ms
  std::uint8_t ack_timeout = 14;    // RDMA_OPTION_ID_ACK_TIMEOUT
  std::uint8_t tos = 0;             // RDMA_OPTION_ID_TOS: DSCP and ECN of its packets

  // The library's own.
  cm::State state = cm::State::idle;
  wire::Gid local{}, remote{};
  std::uint16_t port = 0;
  std::unique_ptr<cm::Stream> stream{};
  std::unique_ptr<cm::Listener> listener{};
  rdma_cm_id* listen_id = nullptr;
  std::uint32_t psn = 0;
  cm::Message own{}, peer{};  // the last REQ or REP sent and received
  std::uint32_t unacked = 0;  // events handed out
};

/// Ids report here; one program takes the events.
struct rdma_event_channel {
  explicit rdma_event_channel(Context& c, std::uint64_t number)
      : context(c), random(c.platform.seed(), "rdma_cm" + std::to_string(number)) {}

  Context& context;
  Random random;  // starting PSNs
  Owned<rdma_cm_id> ids;
  std::vector<rdma_cm_id*> live;
  std::deque<rdma_cm_event> events;  // to be taken
  Owned<rdma_cm_event> taken;
};

}  // namespace rocelab::verbs
