#include "host/verbs/cm/message.h"

#include <algorithm>

namespace rocelab::verbs::cm {

namespace {
constexpr std::size_t gid_at = 16, private_at = 32;
}

std::array<std::uint8_t, Message::size> Message::encode() const {
  std::array<std::uint8_t, size> o{};
  o[0] = static_cast<std::uint8_t>(type);
  o[1] = responder_resources;
  o[2] = initiator_depth;
  o[3] = retry_count;
  o[4] = rnr_retry_count;
  o[5] = path_mtu;
  wire::put16(&o[6], reason);
  wire::put32(&o[8], qpn);
  wire::put32(&o[12], psn);
  std::copy(gid.octets.begin(), gid.octets.end(), &o[gid_at]);
  std::copy(private_data.begin(), private_data.end(), &o[private_at]);
  return o;
}

Message Message::decode(const std::uint8_t* o) {
  Message m;
  m.type = static_cast<Type>(o[0]);
  m.responder_resources = o[1];
  m.initiator_depth = o[2];
  m.retry_count = o[3];
  m.rnr_retry_count = o[4];
  m.path_mtu = o[5];
  m.reason = wire::get16(o + 6);
  m.qpn = wire::get32(o + 8);
  m.psn = wire::get32(o + 12);
  m.gid = wire::Gid::from(o + gid_at);
  std::copy_n(o + private_at, m.private_data.size(), m.private_data.begin());
  return m;
}

}  // namespace rocelab::verbs::cm
