#pragma once
#include <optional>
#include <vector>

#include "tlm/wire/roce_frame.h"
#include "transport/memory_keys.h"
#include "transport/rc/receive_buffers.h"
#include "transport/rc/responder_types.h"
#include "transport/rc/write_target.h"

namespace rocelab::uc {

/// The receiving half of an unreliable connection (IBTA vol. 1, 9.8.2): it answers nothing. A packet that is missing
/// or not allowed takes its whole message with it; the next FIRST or ONLY begins anew, whatever its PSN. A receive
/// work request that a dropped message had taken serves the next one.
class Responder {
 public:
  struct Settings {
    std::uint32_t mtu = 1024;
    std::uint32_t access = 0;  // remote rights of the QP
    protection::ProtectionDomain domain{};
    Qpn self{};
  };

  Responder(protection::KeyTable& keys, rc::ReceiveSource& receives) : keys_(keys), receives_(receives) {}

  void configure(const Settings& s) { settings_ = s; }
  void start(Psn expected) { expected_ = expected; }
  void reset();

  /// A request packet. The octets of its payload go to `pieces` (appended) when it is accepted.
  rc::Arrival receive(const wire::RoceView&, std::vector<protection::Piece>& pieces);
  /// The error state: a receive work request in use, if any, ends so.
  std::optional<rc::Received> abandon(rc::Status);

  /// PSN behind the last packet accepted.
  Psn expected() const { return expected_; }

 private:
  enum class Open : std::uint8_t { none, send, write };

  bool continues(const wire::RoceView&) const;
  rc::Arrival drop(const protection::Refusal& = {});
  rc::Arrival local_error(rc::Status, const protection::Refusal&);
  void finish_message(const wire::RoceView&, rc::Arrival&);

  protection::KeyTable& keys_;
  rc::ReceiveSource& receives_;
  Settings settings_;
  Psn expected_;
  Open open_ = Open::none;
  std::uint32_t offset_ = 0;  // octets of the open message received
  rc::WriteTarget write_;
  rc::ReceiveBuffers buffers_;
};

}  // namespace rocelab::uc
