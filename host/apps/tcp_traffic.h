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
  static constexpr std::uint16_t port = 5201;

  void client(Thread&);
  void server(Thread&);
  void consider_finished();

  bool all_acked_ = false;
};

}  // namespace rocelab::host
