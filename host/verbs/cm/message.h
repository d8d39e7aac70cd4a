#pragma once
#include <array>
#include <cstdint>

#include "tlm/wire/ip_address.h"

namespace rocelab::verbs::cm {

/// The messages of connection management (IBTA vol. 1, 12.6). As long as a MAD, whose fields they carry in an order of
/// their own: they travel on a TCP stream and not to QP 1.
struct Message {
  static constexpr std::size_t size = 256;
  static constexpr std::size_t most_private = 196;

  enum class Type : std::uint8_t { req = 1, rep, rtu, rej, dreq, drep };

  Type type = Type::req;
  std::uint8_t responder_resources = 0;  // READs and atomics that the sender's QP answers at a time
  std::uint8_t initiator_depth = 0;      // that it asks for at a time
  std::uint8_t retry_count = 0;
  std::uint8_t rnr_retry_count = 0;  // for the receiver's QP
  std::uint8_t path_mtu = 0;         // ibv_mtu
  std::uint16_t reason = 0;          // REJ
  std::uint32_t qpn = 0;
  std::uint32_t psn = 0;  // of the sender's first request
  wire::Gid gid;
  std::array<std::uint8_t, most_private> private_data{};

  std::array<std::uint8_t, size> encode() const;
  static Message decode(const std::uint8_t*);
};

/// How much of a program's own a message carries beside RDMA CM's header (rdma_connect(3), rdma_accept(3),
/// rdma_reject(3)). What arrives always has this length, the rest of it zero.
inline constexpr std::uint8_t private_data_of_req = 56;
inline constexpr std::uint8_t private_data_of_rep = 196;
inline constexpr std::uint8_t private_data_of_rej = 148;

/// Why a REJ came (IBTA vol. 1, table 108).
inline constexpr int reject_invalid_service = 8;
inline constexpr int reject_by_consumer = 28;

}  // namespace rocelab::verbs::cm
