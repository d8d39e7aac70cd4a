#pragma once
#include <vector>

#include "host/apps/tcp_reader.h"
#include "host/apps/traffic.h"

namespace rocelab::host {

/// How the two programs use the kernel's TCP.
struct TcpOptions {
  TcpReading reading = TcpReading::blocking;
  std::uint32_t connections = 1;  // messages take them in turn
  /// Octets that a connection may have without an acknowledgement, if the programs limit them.
  std::optional<std::uint64_t> window;
};

/// Messages over kernel TCP connections: write() here, read() there.
class TcpTraffic : public Traffic {
 public:
  TcpTraffic(TrafficPlan plan, const TcpOptions& options) : Traffic(std::move(plan)), options_(options) {}

  std::string path() const override { return "kernel_tcp"; }
  std::size_t runners() const override { return 2; }
  std::pair<std::string, std::string> latency_moments() const override {
    return {"tcp.write_called", "tcp.read_returned"};
  }

 private:
  class End;

  void start_programs() override;
  void cancel() override;
  std::uint16_t port() const { return static_cast<std::uint16_t>(5201 + plan_.flow); }

  void client(Thread&);
  void server(Thread&);
  /// `sockets` of a client, opened and set up; false when it has failed.
  bool connect(Thread&, std::vector<Socket*>& sockets);
  void watch_acknowledgements(const std::vector<Socket*>& sockets);
  void close(Kernel&, Thread&, const std::vector<Socket*>& sockets);
  void consider_finished();

  TcpOptions options_;
  bool all_acked_ = false;
  std::vector<End*> ends_;
};

}  // namespace rocelab::host
