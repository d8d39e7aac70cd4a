#include <cerrno>
#include <cstring>

#include "host/verbs/verbs.h"
#include "tlm/wire/bth.h"
#include "tlm/wire/octets.h"

namespace rocelab::verbs {

int ibv_query_device(Context* context, ibv_device_attr* attr) {
  const rnic::Limits& l = context->platform.nic().limits();
  *attr = {};
  attr->max_qp_wr = l.max_qp_wr, attr->max_cqe = l.max_cqe;
  attr->max_sge = attr->max_srq_sge = static_cast<int>(l.max_sge);
  attr->max_srq_wr = static_cast<int>(l.max_qp_wr);
  attr->max_qp_rd_atom = attr->max_qp_init_rd_atom = l.max_rd_atomic;
  return 0;
}

int ibv_query_port(Context* context, std::uint8_t port, ibv_port_attr* attr) {
  if (port != 1) return context->refuse(refused_argument, EINVAL, {{"given", port}});
  *attr = {};
  while (128u << attr->active_mtu > context->platform.nic().limits().mtu && attr->active_mtu > IBV_MTU_256)
    attr->active_mtu = static_cast<ibv_mtu>(attr->active_mtu - 1);
  attr->gid_tbl_len = static_cast<int>(context->platform.gids().size());
  return 0;
}

int ibv_query_pkey(Context* context, std::uint8_t port, int index, std::uint16_t* pkey) {
  if (port != 1 || index != 0) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", static_cast<std::uint64_t>(index)}});
    return -1;
  }
  std::uint8_t octets[2];
  wire::put16(octets, wire::default_pkey);
  std::memcpy(pkey, octets, sizeof octets);
  return 0;
}

int ibv_query_gid(Context* context, std::uint8_t port, int index, ibv_gid* gid) {
  const auto gids = context->platform.gids();
  if (port != 1 || index < 0 || static_cast<std::size_t>(index) >= gids.size()) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", static_cast<std::uint64_t>(index)}});
    return -1;
  }
  *gid = gids[static_cast<std::size_t>(index)];
  return 0;
}

}  // namespace rocelab::verbs
