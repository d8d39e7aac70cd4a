#include "hw/fabric/faults/damage.h"

#include "hw/fabric/glance.h"
#include "tlm/wire/bth.h"
#include "tlm/wire/icrc.h"

namespace rocelab::fabric {
namespace {

/// First octet that an end-to-end check covers whatever its bits, or the frame's length if there is none. After the
/// BTH, whose fifth octet (FECN, BECN) the ICRC leaves out (IBTA annex A17.3.3); TCP's and UDP's checksums cover all.
std::uint32_t first_checked(const Packet& packet) {
  if (const auto bth = find_bth(packet)) return *bth + wire::Bth::size;
  if (const auto transport = find_transport(packet)) return transport->offset;
  return packet.length;
}

}  // namespace

void Damage::strike(Passage& passage) {
  const std::uint32_t first = where_ == Where::on_the_wire ? 0 : first_checked(*passage.packet);
  if (first >= passage.packet->length) return;

  PacketPtr hurt = pool_.clone(*passage.packet);
  // What an ICRC written later would cover is the damage.
  wire::write_icrc(*hurt);
  const std::uint64_t bit = random_.below((hurt->length - first) * 8ULL);
  hurt->data[first + bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
  hurt->fcs_bad |= where_ == Where::on_the_wire;
  passage.packet = std::move(hurt);
  passage.damaged = true;
}

const EffectKind damage_kind{
    "damage", "one bit flips on the wire: the FCS catches it", {}, [](EffectParts p) -> std::unique_ptr<Effect> {
      return std::make_unique<Damage>(Damage::Where::on_the_wire, p.random, p.pool);
    }};

const EffectKind damage_past_fcs_kind{"damage_past_fcs",
                                      "one bit flips behind the FCS: the ICRC or the TCP checksum catches it",
                                      {},
                                      [](EffectParts p) -> std::unique_ptr<Effect> {
                                        return std::make_unique<Damage>(Damage::Where::past_the_fcs, p.random, p.pool);
                                      }};

}  // namespace rocelab::fabric
