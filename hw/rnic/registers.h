#pragma once
#include <cstdint>

/// The user access region: what a process may write without the kernel. All values big endian.
namespace rocelab::rnic::registers {

/// 8 octets: the first half of the newest WQE's control segment. 16 octets and more (BlueFlame): that WQE itself,
/// in whole 64-octet blocks, so that the NIC need not fetch it.
inline constexpr std::uint64_t send_doorbell = 0x800;
inline constexpr std::uint32_t blueflame_bytes = 256;  // of the register that it shares with the doorbell
/// 8 octets: QPN or SRQ number (bit 31 = SRQ), entries posted so far (free running).
inline constexpr std::uint64_t receive_doorbell = 0x900;
inline constexpr std::uint32_t srq_bit = 0x80000000;
/// 8 octets: CQ number (bit 31 = only solicited completions), entries consumed so far. Arms the CQ.
inline constexpr std::uint64_t cq_arm = 0x940;
inline constexpr std::uint32_t solicited_bit = 0x80000000;

}  // namespace rocelab::rnic::registers
