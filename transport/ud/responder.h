#pragma once
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/memory_keys.h"
#include "transport/rc/receive_buffers.h"
#include "transport/rc/responder_types.h"

namespace rocelab::ud {

/// The receiving half of a datagram queue pair (IBTA vol. 1, 9.8.3): every packet is a message, from anybody who knows
/// the Q_Key, with any PSN. Nothing is answered; what finds no receive work request is lost.
class Responder {
 public:
  struct Settings {
    std::uint32_t mtu = 4096;  // of the port
    std::uint32_t qkey = 0;
    protection::ProtectionDomain domain{};
    Qpn self{};
  };

  Responder(protection::KeyTable& keys, rc::ReceiveSource& receives) : keys_(keys), receives_(receives) {}

  void configure(const Settings& s) { settings_ = s; }

  /// A datagram. Where its GRH and then its payload go is appended to `pieces` when it is accepted.
  rc::Arrival receive(const wire::RoceView&, std::vector<protection::Piece>& pieces);

 private:
  protection::KeyTable& keys_;
  rc::ReceiveSource& receives_;
  Settings settings_;
  rc::ReceiveBuffers buffers_;
};

}  // namespace rocelab::ud
