#include "host/apps/stranger.h"

#include <algorithm>

#include "tlm/wire/roce_frame.h"

namespace rocelab::host {

namespace {

enum class Flaw { address, qpn, partition };
constexpr unsigned attempts = 8;  // with each flaw
constexpr std::uint32_t payload = 64;
constexpr std::uint8_t mark = 0x66;  // would be found in the victim's memory

PacketPtr forge(Computer& host, const ConnectionInfo& victim, Psn expects, Flaw flaw, unsigned attempt) {
  wire::RoceTemplate::Ends ends;
  ends.source_mac = host.mac_address();
  ends.destination_mac = *host.resolve(victim.gid);
  ends.source = host.kernel().address();
  ends.destination = victim.gid;
  wire::Bth bth;
  bth.opcode = wire::Opcode::write_only;
  bth.destination = Qpn{victim.qpn};
  bth.ack_request = true;
  bth.psn = expects;
  if (flaw == Flaw::address) ends.source.octets[15] = static_cast<std::uint8_t>(100 + attempt);
  if (flaw == Flaw::qpn) bth.destination = Qpn{victim.qpn + 1 + attempt};
  if (flaw == Flaw::partition) bth.pkey = static_cast<std::uint16_t>(0x8001 + attempt);
  const wire::RoceTemplate frames(ends);
  PacketPtr p = host.make_frame(frames.frame_size(bth.opcode, payload));
  wire::Reth{victim.address, Key{victim.rkey}, payload}.encode(frames.write(*p, bth, payload));
  std::fill_n(p->data + frames.header_size(bth.opcode), payload, mark);
  return p;
}

}  // namespace

unsigned send_forged_writes(Computer& host, const ConnectionInfo& victim, Psn expects, Tag tag) {
  unsigned sent = 0;
  for (const Flaw flaw : {Flaw::address, Flaw::qpn, Flaw::partition}) {
    for (unsigned i = 0; i < attempts; ++i, ++sent) {
      PacketPtr p = forge(host, victim, expects, flaw, i);
      p->tag = tag;
      host.send_frame(std::move(p));
    }
  }
  host.probe().count(forged_frames, tag, sent);
  host.probe().moment(moment_forged, tag,
                      {{"qpn", victim.qpn}, {"psn", expects.value()}, {"rkey", victim.rkey}, {"frames", sent}});
  return sent;
}

}  // namespace rocelab::host
