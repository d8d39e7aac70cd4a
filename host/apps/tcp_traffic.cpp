#include "host/apps/tcp_traffic.h"

#include <cerrno>

namespace rocelab::host {
void TcpTraffic::start_programs() {
  plan_.peer->start(program_name("server"), plan_.peer_core, [this](Thread& p) { server(p); });
  plan_.local->start(program_name("client"), plan_.local_core, [this](Thread& p) { client(p); });
}

void TcpTraffic::client(Thread& self) {
  Kernel& kernel = plan_.local->kernel();
  AddressSpace& space = plan_.local->new_process();
  const Va source = space.allocate(plan_.payload.size());
  space.store(source, plan_.payload.data(), plan_.payload.size());

  self.waits_for("the connection");
  Socket* socket = kernel.connect(self, plan_.peer->kernel().address(), port());
  if (!socket) return fail({"tcp.connect", "ECONNREFUSED", {{"port", port()}}});
  const std::uint64_t all = plan_.messages * plan_.payload.size();
  kernel.on_acked([this, all, socket](Socket& s) {
    if (&s != socket || s.connection.acknowledged() < all) return;
    all_acked_ = true;
    consider_finished();
  });
  send_probe_frame();
  self.waits_for("the other lanes at the start line");
  start_line().wait(self);

  self.waits_for("room in the send buffer");
  for (std::uint64_t i = 0; i < plan_.messages; ++i) {
    self.set_tag(tag(*plan_.local, i));
    if (!kernel.write(self, *socket, space, source, plan_.payload.size())) {
      return fail(
          {"tcp.write", socket->connection.error() == ETIMEDOUT ? "ETIMEDOUT" : "ECONNRESET", {{"message", i}}});
    }
  }
  self.waits_for("the acknowledgement of the last byte");
  finish_line().wait(self);
  kernel.close(self, *socket);
}

void TcpTraffic::server(Thread& self) {
  Kernel& kernel = plan_.peer->kernel();
  AddressSpace& space = plan_.peer->new_process();
  const Va destination = space.allocate(plan_.payload.size());

  Listener& listener = kernel.listen(self, port());
  self.waits_for("a connection");
  Socket& socket = kernel.accept(self, listener);
  start_line().arrive();

  if (plan_.reader_busy > 0) self.spend(Book::user, plan_.reader_busy);
  self.waits_for("a message");
  for (std::uint64_t i = 0; i < plan_.messages; ++i) {
    self.set_tag(tag(*plan_.peer, i));
    if (kernel.read(self, socket, space, destination, plan_.payload.size()) < plan_.payload.size()) {
      return fail({"tcp.read", "ECONNRESET", {{"message", i}}});
    }
    inspect(space, destination);
    consider_finished();
  }
  finish_line().wait(self);
  // The peer says that nothing more comes.
  kernel.read(self, socket, space, destination, 1);
  kernel.close(self, socket);
}

void TcpTraffic::consider_finished() {
  if (all_acked_ && delivered_ == plan_.messages) finish();
}

}  // namespace rocelab::host
