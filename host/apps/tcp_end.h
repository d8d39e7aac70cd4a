#pragma once
#include "host/apps/channel.h"
#include "host/apps/tcp_traffic.h"

namespace rocelab::host {

/// One end of TCP connections between two programs.
class TcpTraffic::End : public Channel {
 public:
  End(TcpTraffic&, Computer&, Thread&, bool client);
  ~End() override;

  /// The connections are there.
  void use(const std::vector<Socket*>&);
  void stop();
  /// Reads that the other end sends nothing more.
  void read_end(Socket&);

  bool send(std::uint64_t round) override;
  std::optional<std::uint64_t> receive(std::uint64_t round) override;
  void note(const MomentKind&, std::uint64_t round) override;

 private:
  /// Of the message that a connection brings next.
  std::uint64_t round_of(std::size_t connection) const { return taken_[connection] * sockets_.size() + connection; }
  void fail(const char* at, const Socket&, std::uint64_t message);

  TcpTraffic& traffic_;
  Computer& computer_;
  Thread& self_;
  bool client_;
  AddressSpace& space_;
  Va source_ = 0;
  std::vector<Socket*> sockets_;
  std::optional<TcpReader> reader_;
  std::vector<std::uint64_t> taken_;  // messages, of each connection
  bool stopped_ = false;
};

}  // namespace rocelab::host
