#include <cerrno>

#include "host/verbs/verbs.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"

namespace rocelab::verbs {

Ah* ibv_create_ah(Pd* pd, const ibv_ah_attr& attr) {
  Context* context = pd->context;
  if (!attr.is_global || attr.port_num != 1 || attr.grh.sgid_index >= context->platform.gids().size()) {
    errno = context->refuse(refused_argument, EINVAL, {{"given", attr.grh.sgid_index}});
    return nullptr;
  }
  const auto mac = context->platform.resolve(attr.grh.dgid);
  if (!mac) {
    errno = context->refuse(refused_unreachable, EHOSTUNREACH,
                            {{"qpn", 0}, {"address", wire::get32(&attr.grh.dgid.raw[12])}});
    return nullptr;
  }
  ++pd->users;
  return context->ahs.add({pd, attr, *mac});
}

Ah* ibv_create_ah(Pd* pd, ibv_ah_attr* attr) { return ibv_create_ah(pd, *attr); }

int ibv_init_ah_from_wc(Context* context, std::uint8_t port, const ibv_wc* wc, Va grh, ibv_ah_attr* attr) {
  *attr = {};
  attr->port_num = port;
  if (!(wc->wc_flags & IBV_WC_GRH)) return context->refuse(refused_argument, EINVAL, {{"given", wc->wc_flags}});
  std::uint8_t octets[40];
  context->platform.load(grh, octets, sizeof octets);
  wire::Gid own;
  if (octets[0] >> 4 == 6) {
    const auto header = wire::Ipv6Header::decode(octets);
    attr->grh.dgid = header.source, own = header.destination;
    attr->grh.traffic_class = header.traffic_class;
  } else {
    const auto header = wire::Ipv4Header::decode(octets + 20);
    attr->grh.dgid = wire::Gid::from_ipv4(header.source), own = wire::Gid::from_ipv4(header.destination);
    attr->grh.traffic_class = header.tos;
  }
  const auto gids = context->platform.gids();
  for (std::size_t i = 0; i < gids.size(); ++i) {
    if (gids[i] != own) continue;
    attr->grh.sgid_index = static_cast<std::uint8_t>(i);
    return 0;
  }
  return context->refuse(refused_argument, EINVAL, {{"given", gids.size()}});
}

Ah* ibv_create_ah_from_wc(Pd* pd, const ibv_wc* wc, Va grh, std::uint8_t port) {
  ibv_ah_attr attr;
  if (const int error = ibv_init_ah_from_wc(pd->context, port, wc, grh, &attr)) {
    errno = error;
    return nullptr;
  }
  return ibv_create_ah(pd, attr);
}

int ibv_destroy_ah(Ah* ah) {
  Pd* pd = ah->pd;
  --pd->users;
  pd->context->ahs.drop(ah);
  return 0;
}

}  // namespace rocelab::verbs
