#pragma once
#include <array>
#include <cstring>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/wire/ip_address.h"
#include "tlm/wire/octets.h"

namespace rocelab::host {

/// What two ends of an RDMA connection must tell each other over an ordinary network before there is one.
struct ConnectionInfo {
  static constexpr std::size_t size = 36;

  std::uint32_t qpn = 0;
  std::uint32_t psn = 0;
  wire::Gid gid;
  std::uint32_t rkey = 0;
  Va address = 0;

  std::array<std::uint8_t, size> encode() const {
    std::array<std::uint8_t, size> o{};
    wire::put32(&o[0], qpn);
    wire::put32(&o[4], psn);
    std::memcpy(&o[8], gid.octets.data(), 16);
    wire::put32(&o[24], rkey);
    wire::put64(&o[28], address);
    return o;
  }
  static ConnectionInfo decode(const std::uint8_t* at) {
    return {wire::get32(at), wire::get32(at + 4), wire::Gid::from(at + 8), wire::get32(at + 24), wire::get64(at + 28)};
  }
};

}  // namespace rocelab::host
