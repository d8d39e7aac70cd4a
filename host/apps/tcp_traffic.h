#pragma once
#include "host/apps/traffic.h"

namespace rocelab::host {

/// Messages over a kernel TCP connection: write() here, read() there.
class TcpTraffic : public Traffic {
 public:
  using Traffic::Traffic;

  std::string path() const override { return "kernel_tcp"; }
  std::size_t runners() const override { return 2; }
  std::pair<std::string, std::string> latency_moments() const override {
    return {"tcp.write_called", "tcp.read_returned"};
  }

 private:
  void start_programs() override;
  std::uint16_t port() const { return static_cast<std::uint16_t>(5201 + plan_.flow); }

  void client(Thread&);
  void server(Thread&);
  void consider_finished();

  bool all_acked_ = false;
};

}  // namespace rocelab::host
