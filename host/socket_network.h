#pragma once
#include "host/os/kernel.h"
#include "host/verbs/cm/network.h"

namespace rocelab::host {

/// The modelled kernel's TCP sockets as one program sees them: every step is a system call of its thread.
class SocketNetwork : public verbs::cm::Network {
 public:
  SocketNetwork(Kernel& kernel, AddressSpace& space, Thread& program)
      : kernel_(kernel), space_(space), program_(program) {}

  std::unique_ptr<verbs::cm::Stream> connect(const wire::Gid&, std::uint16_t port) override;
  std::unique_ptr<verbs::cm::Listener> listen(std::uint16_t port) override;

 private:
  class SocketStream;
  class SocketListener;

  Kernel& kernel_;
  AddressSpace& space_;
  Thread& program_;
};

}  // namespace rocelab::host
