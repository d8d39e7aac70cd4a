#include "host/apps/tcp_traffic.h"

#include <cerrno>

#include "host/apps/tcp_end.h"

namespace rocelab::host {

void TcpTraffic::start_programs() {
  plan_.peer->start(program_name("server"), plan_.peer_core, [this](Thread& p) { server(p); });
  plan_.local->start(program_name("client"), plan_.local_core, [this](Thread& p) { client(p); });
}

bool TcpTraffic::connect(Thread& self, std::vector<Socket*>& sockets) {
  Kernel& kernel = plan_.local->kernel();
  self.waits_for("the connection");
  for (std::uint32_t i = 0; i < options_.connections; ++i) {
    Socket* socket = kernel.connect(self, plan_.peer->kernel().address(), port());
    if (!socket) {
      fail({"tcp.connect", "ECONNREFUSED", {{"port", port()}}});
      return false;
    }
    sockets.push_back(socket);
    if (options_.window) kernel.limit_send_buffer(self, *socket, *options_.window);
    if (plan_.application->apart) kernel.set_nodelay(self, *socket);
  }
  return true;
}

void TcpTraffic::watch_acknowledgements(const std::vector<Socket*>& sockets) {
  plan_.local->kernel().on_acked([this, sockets](Socket& s) {
    std::uint64_t acknowledged = 0;
    bool ours = false;
    for (const Socket* socket : sockets) {
      ours |= socket == &s;
      acknowledged += socket->connection.acknowledged();
    }
    if (!ours || acknowledged < plan_.messages * plan_.payload.size()) return;
    all_acked_ = true;
    consider_finished();
  });
}

void TcpTraffic::client(Thread& self) {
  End end(*this, *plan_.local, self, true);
  std::vector<Socket*> sockets;
  if (!connect(self, sockets)) return;
  watch_acknowledgements(sockets);
  end.use(sockets);
  send_probe_frame();
  self.waits_for("the other lanes at the start line");
  start_line().wait(self);

  self.waits_for("room in the send buffer");
  plan_.application->client(end, plan_.rounds());
  if (failure()) return;
  wait_for_the_end(self, "the acknowledgement of the last byte");
  close(plan_.local->kernel(), self, sockets);
}

void TcpTraffic::server(Thread& self) {
  Kernel& kernel = plan_.peer->kernel();
  End end(*this, *plan_.peer, self, false);
  Listener& listener = kernel.listen(self, port());
  self.waits_for("a connection");
  std::vector<Socket*> sockets;
  for (std::uint32_t i = 0; i < options_.connections; ++i) {
    sockets.push_back(&kernel.accept(self, listener));
    if (plan_.application->answers && plan_.application->apart) kernel.set_nodelay(self, *sockets.back());
  }
  end.use(sockets);
  // Who asks again and again begins with the others: what it asked before is no part of the story.
  if (options_.reading == TcpReading::nonblocking) {
    start_line().wait(self);
  } else {
    start_line().arrive();
  }

  if (plan_.reader_busy > 0) self.spend(Book::user, plan_.reader_busy);
  self.waits_for("a message");
  plan_.application->server(end, plan_.rounds());
  if (failure()) return;
  wait_for_the_end(self);
  // The peer says that nothing more comes.
  for (Socket* socket : sockets) end.read_end(*socket);
  close(kernel, self, sockets);
}

void TcpTraffic::close(Kernel& kernel, Thread& self, const std::vector<Socket*>& sockets) {
  for (Socket* socket : sockets) kernel.close(self, *socket);
}

void TcpTraffic::cancel() {
  for (End* end : ends_) end->stop();
}

/// The answer is a client's completion; of a stream that is the acknowledgement of the last octet.
void TcpTraffic::consider_finished() {
  if (delivered_ == expected_messages() && (all_acked_ || plan_.application->answers)) finish();
}

}  // namespace rocelab::host
