#include "host/verbs/cm/connection.h"

#include <algorithm>
#include <cerrno>

#include "host/verbs/cm/refusals.h"

namespace rocelab::verbs::cm {

int refuse(rdma_cm_id& id, const MomentKind& rule, int error,
           std::vector<std::pair<std::string_view, std::uint64_t>> values) {
  errno = id.verbs->refuse(rule, error, std::move(values));
  return -1;
}

int require_state(rdma_cm_id& id, std::initializer_list<State> allowed) {
  if (std::find(allowed.begin(), allowed.end(), id.state) != allowed.end()) return 0;
  return refuse(
      id, refused_cm_state, EINVAL,
      {{"given", static_cast<std::uint64_t>(id.state)}, {"state", static_cast<std::uint64_t>(*allowed.begin())}});
}

int require_fit(rdma_cm_id& id, std::uint8_t length, std::uint8_t most) {
  return length <= most ? 0 : refuse(id, refused_private_data, EINVAL, {{"given", length}, {"most", most}});
}

rdma_cm_id& make_id(rdma_event_channel& channel, void* context, rdma_port_space ps) {
  rdma_cm_id* id = channel.ids.add({});
  id->verbs = &channel.context;
  id->channel = &channel;
  id->context = context;
  id->ps = ps;
  channel.live.push_back(id);
  return *id;
}

rdma_cm_event& raise(rdma_cm_id& id, rdma_cm_event_type type, int status) {
  rdma_cm_event& event = id.channel->events.emplace_back();
  event.id = &id;
  event.event = type;
  event.status = status;
  return event;
}

bool send(rdma_cm_id& id, const Message& message) {
  const auto octets = message.encode();
  return id.stream && id.stream->write(octets.data(), octets.size());
}

std::uint8_t answered_by(const rdma_cm_id& id, std::uint8_t responder_resources) {
  return std::min({responder_resources, id.peer.initiator_depth, id.verbs->platform.nic().limits().max_rd_atomic});
}

std::uint8_t asked_by(const rdma_cm_id& id, std::uint8_t initiator_depth) {
  return std::min({initiator_depth, id.peer.responder_resources, id.verbs->platform.nic().limits().max_rd_atomic});
}

int enter_init(rdma_cm_id& id) {
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_INIT;
  attr.port_num = id.port_num;
  attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
  return ibv_modify_qp(id.qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
}

int enter_rts(rdma_cm_id& id, std::uint8_t responder_resources, std::uint8_t initiator_depth) {
  if (!id.qp) return 0;
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_RTR;
  attr.path_mtu = std::min(id.path_mtu, static_cast<ibv_mtu>(id.peer.path_mtu));
  attr.dest_qp_num = id.peer.qpn;
  attr.rq_psn = id.peer.psn;
  attr.max_dest_rd_atomic = responder_resources;
  attr.min_rnr_timer = id.min_rnr_timer;
  attr.ah_attr.grh.dgid = id.peer.gid;
  attr.ah_attr.grh.traffic_class = id.tos;
  const auto gids = id.verbs->platform.gids();
  attr.ah_attr.grh.sgid_index =
      static_cast<std::uint8_t>(std::find(gids.begin(), gids.end(), id.own.gid) - gids.begin());
  // Who answers no READ must not be asked for one (Linux: cm_init_qp_init_attr).
  attr.qp_access_flags =
      IBV_ACCESS_REMOTE_WRITE | (responder_resources > 0 ? IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC : 0u);
  if (const int e = ibv_modify_qp(id.qp, &attr,
                                  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                      IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER | IBV_QP_ACCESS_FLAGS)) {
    return e;
  }
  attr.qp_state = IBV_QPS_RTS;
  attr.sq_psn = id.psn;
  attr.timeout = id.ack_timeout;
  // Both stand in the REQ for the passive end, whose REP answers with the active end's RNR retries alone.
  attr.retry_cnt = id.listen_id ? id.peer.retry_count : id.own.retry_count;
  attr.rnr_retry = id.peer.rnr_retry_count;
  attr.max_rd_atomic = initiator_depth;
  return ibv_modify_qp(
      id.qp, &attr,
      IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

int enter_error(rdma_cm_id& id) {
  if (!id.qp) return 0;
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_ERR;
  return ibv_modify_qp(id.qp, &attr, IBV_QP_STATE);
}

}  // namespace rocelab::verbs::cm
