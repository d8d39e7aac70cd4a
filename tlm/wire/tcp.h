#pragma once
#include <array>
#include <cstdint>
#include <optional>

namespace rocelab::wire {

inline constexpr std::uint8_t tcp_fin = 0x01, tcp_syn = 0x02, tcp_rst = 0x04, tcp_psh = 0x08, tcp_ack = 0x10,
                              tcp_urg = 0x20, tcp_ece = 0x40, tcp_cwr = 0x80;

/// The options that a model of Linux sends (RFC 9293, 7323, 2018). Unknown ones are skipped when decoding.
struct TcpOptions {
  struct Timestamps {
    std::uint32_t value = 0;
    std::uint32_t echo = 0;
  };
  struct SackBlock {
    std::uint32_t left = 0;   // first octet
    std::uint32_t right = 0;  // one past the last
  };

  std::optional<std::uint16_t> mss;
  std::optional<std::uint8_t> window_scale;
  bool sack_permitted = false;
  std::optional<Timestamps> timestamps;
  std::array<SackBlock, 4> sack{};
  std::uint8_t sack_blocks = 0;  // at most 4, beside timestamps 3: options end at 40 octets

  /// Octets that encode() writes, a multiple of 4.
  std::uint32_t size() const;
};

/// TCP header with options (RFC 9293, 3.1).
struct TcpHeader {
  static constexpr std::uint32_t base_size = 20;
  static constexpr std::uint32_t max_size = 60;

  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t seq = 0;
  std::uint32_t ack = 0;
  std::uint8_t flags = 0;
  std::uint16_t window = 0;  // as on the wire, not scaled
  std::uint16_t checksum = 0;
  std::uint16_t urgent = 0;
  TcpOptions options;

  std::uint32_t size() const { return base_size + options.size(); }
  void encode(std::uint8_t* at) const;
  /// `available`: octets from `at` to the end of the packet. Nothing when the header does not fit or an option's length
  /// is wrong.
  static std::optional<TcpHeader> decode(const std::uint8_t* at, std::uint32_t available, std::uint32_t& header_octets);
};

}  // namespace rocelab::wire
