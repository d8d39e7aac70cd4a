#include "app/conformance/rc_device_frame.h"

#include <fmt/format.h>

#include "tlm/wire/icrc.h"

namespace rocelab::app::replay {
namespace {

[[noreturn]] void wrong(const DeviceFrame& f, const char* field, const std::string& wanted, const std::string& got) {
  throw Failure(fmt::format("device frame {}: {}: wanted {}, got {}", f.title(), field, wanted, got));
}

std::string text_of(const wire::Gid& g) { return to_hex(g.octets.data(), g.octets.size()); }

void check_address(const DeviceFrame& f, const char* field, const wire::Gid& wanted, const wire::Gid& got) {
  if (got != wanted) wrong(f, field, text_of(wanted), text_of(got));
}

void check_qp_fields(const DeviceFrame& f, const Names::QueuePair& qp, const Subnet& subnet) {
  const auto& v = f.view;
  if (v.v6 != qp.v6) wrong(f, "IP version", qp.v6 ? "6" : "4", v.v6 ? "6" : "4");
  check_address(f, "source address", subnet.device[qp.v6], v.source());
  check_address(f, "destination address", subnet.peer[qp.v6], v.destination());
  if (v.payload_length > qp.mtu)
    wrong(f, "payload", fmt::format("at most {}", qp.mtu), fmt::format("{}", v.payload_length));
}

}  // namespace

std::string DeviceFrame::title() const {
  return fmt::format("{} psn {}", wire::name(view.bth.opcode), view.bth.psn.value());
}

DeviceFrame inspect(PacketPtr packet, Ps arrival, const Names& names, const Subnet& subnet) {
  DeviceFrame f;
  f.packet = std::move(packet);
  f.arrival = arrival;
  // A pending ICRC is right by construction of the packet, not of the octets: written, it is checked like the peer's.
  wire::write_icrc(*f.packet);
  f.view = wire::RoceView::parse(*f.packet);
  if (!f.view) throw Failure(fmt::format("device frame: wanted RoCEv2, got: {}", wire::name(f.view.error)));
  const wire::Bth& bth = f.view.bth;
  const Names::QueuePair* qp = names.by_remote(bth.destination, f.from);
  if (f.is_cnp()) return f;

  if (!wire::icrc_ok(*f.packet)) wrong(f, "ICRC", "the right one", "another");
  if (bth.version != 0) wrong(f, "tver", "0", fmt::format("{}", bth.version));
  if ((bth.pkey & 0x7fff) != 0x7fff) wrong(f, "pkey", "0x7fff in the low 15 bits", fmt::format("0x{:04x}", bth.pkey));
  if (bth.pad != (-f.view.payload_length & 3)) wrong(f, "pad", "-len mod 4", fmt::format("{}", bth.pad));
  if (!qp) wrong(f, "dest QPN", "remote_qpn of a QP", fmt::format("0x{:x}", bth.destination.value));
  check_qp_fields(f, *qp, subnet);
  return f;
}

}  // namespace rocelab::app::replay
